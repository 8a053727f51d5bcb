"""Draws what is going on in On Their Merry Way: work, offers, the bank, building, scores. Off the rules path."""

from __future__ import annotations

from typing import Final

from workbench.core.pieces import (
    ACCENT,
    ASIDE,
    BOLD,
    CARD,
    EMPTY,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT,
    STAR,
    THIN,
    Box,
    Style,
    button,
    buttons,
    field,
    fit,
    frame,
    in_lines,
    medal,
    wide,
)
from workbench.core.scene import Shape, Spot, path, rect
from workbench.core.scene import text as words
from workbench.core.words import counted, listed
from workbench.games.merry_way.cards import (
    NONE,
    RESOURCE_NAMES,
)
from workbench.games.merry_way.components import (
    BIT,
    CATEGORIES,
    FIRST_GIVE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    GIVE_PROFIT,
    HIDDEN,
    RESOURCES,
    SEATS,
    SWAPS,
    WANT_PROFIT,
)
from workbench.games.merry_way.ground import Look, Ways
from workbench.games.merry_way.pieces import (
    draw_digits,
    draw_price,
    draw_resource,
    draw_scheme,
    draw_symbol,
    draw_traveller,
    mark,
    symbols_of,
)
from workbench.games.merry_way.trips import incomes
from workbench.games.merry_way.words import category_words, offer_words, price, resources, scheme_words, signed


def called(look: Look, seat: int) -> str:
    """Return what to call a seat."""
    return look.state.game.seat_name(seat)


def stage(look: Look, desk: Box, ways: Ways) -> list[Spot]:
    """Draw what is going on, with every choice that has no other place on the table."""
    state = look.state
    at = [Box(desk.x + place * 198, desk.y + 54, 190, 32) for place in range(2)]
    if look.over or look.asks("winner"):
        return _scores(look, desk)
    if (
        look.asks("card")
        or look.asks("work")
        or look.asks("deck")
        or (look.asks("drawn") and max(state.committed) != NONE)
    ):
        return _work(look, desk, ways)
    if look.asks("offer"):
        return [*_offers(look, desk), *buttons(look, ("offer:pass",), at)]
    if state.partner != NONE:
        return _deal(look, desk)
    if look.asks("buy"):
        return _bank(look, desk)
    if look.asks("place"):
        return _placing(look, desk)
    if state.chosen >= state.game.cards.normal:
        return [_special(look, desk), *outcome(look, desk.cut(top=50), ways, True)]
    things = ("tie:left", "tie:right") if look.choices("tie:left") else ("roadblock", "build:pass")
    return [*outcome(look, desk, ways), *buttons(look, things, at)]


def outcome(look: Look, box: Box, ways: Ways, one_line: bool = False) -> list[Spot]:
    """Draw what the travellers have brought each player, or would bring now."""
    if not ways.trips:
        return []
    gains = incomes(ways.trips, look.players)
    said = "If they set out now:" if ways.foreseen else "The last travel:"
    shapes = [words(box.x, box.y + 15, said, 12.5, "start", **QUIET)]
    x, told = box.x + wide(said, 12.5, True) + 4, []
    for seat, gain in enumerate(gains):
        shapes += mark(look.state.game, seat, x + 10, box.y + 11, 8)
        shapes.append(words(x + 22, box.y + 16, signed(gain), 14, "start", **BOLD))
        x += 58
        told.append(f"{called(look, seat)} {'gains' if gain >= 0 else 'loses'} {abs(gain)}")
    for place, trip in enumerate(ways.trips if not one_line else ()):
        left, removed = box.x + 62 * place, len([stop for stop in trip.stops if stop.removed])
        shapes += draw_traveller(trip.traveller, trip.kind, left + 12, box.y + 38, 0.62)
        sign = f"× {removed}" if removed else signed(sum([stop.change for stop in trip.stops]))
        shapes.append(words(left + 28, box.y + 43, sign, 13, "start", **SEMI))
    label = f"{'If the travellers set out now' if ways.foreseen else 'In the last travel'}: {listed(told)}."
    return [Spot("outcome", label, Box(box.x - 4, box.y, box.width, 26 if one_line else 51), tuple(shapes))]


def _work(look: Look, desk: Box, ways: Ways) -> list[Spot]:
    """Draw the resource cards on the table, and the way to pass when a digit cannot be used."""
    state, rules, choosing = look.state, look.state.game, look.asks("card")
    spots: list[Spot] = []
    for place, seat in enumerate(look.order()):
        card, box = state.committed[seat], Box(desk.x + place * 98, desk.y, 94, 56)
        active, inner = not choosing and state.seat == seat, Box(box.x + 25, box.y + 6, 68, 44)
        shapes = mark(rules, seat, box.x + 10, box.y + 28, 9)
        if card == NONE:
            shapes.append(frame(inner, **EMPTY))
            label = f"{called(look, seat)} has no resource card on the table."
        elif card == HIDDEN or (choosing and seat != look.seat):
            shapes += [frame(inner, ASIDE, **THIN), frame(inner.inside(4), "none", 4, stroke=RULE, stroke_width=0.8)]
            shapes.append(words(inner.across, inner.down + 4.2, "?", 12, "middle", **QUIET))
            label = f"{called(look, seat)} has put a resource card face down."
        else:
            known, edge = rules.cards.resources[card], {"stroke": INK, "stroke_width": 2.5} if active else THIN
            shapes.append(frame(inner, CARD, **edge))
            shapes += draw_digits(known.digits, known.pink, inner, state.digit if active else NONE)
            label = f"{called(look, seat)} has {known.in_digits()} on the table"
            label += f", and uses digit {state.digit + 1}." if active else "."
        spots.append(Spot(f"table-{SEATS[seat]}", label, box, tuple(shapes)))
    if choosing:
        return [*spots, *outcome(look, desk.cut(top=60), ways, True)]
    return spots + buttons(look, ("work:pass",), [Box(desk.x, desk.y + 59, 150, 29)])


def _offers(look: Look, desk: Box) -> list[Spot]:
    """Draw which players may still make offers."""
    state, limit = look.state, look.state.game.offers_per_player
    shapes: list[Shape] = []
    told = []
    for place, seat in enumerate(look.order()):
        x, y = desk.x + place * 98, desk.y + 17
        left = 0 if state.passed & BIT[seat] else limit - state.offers[seat]
        shapes += [
            *mark(state.game, seat, x + 10, y, 9),
            fit(x + 25, y + 4.5, f"{counted(left, 'offer')} left", 72, 12, **PLAIN),
        ]
        told.append(f"{called(look, seat)} {left}")
    label = f"Offers left in this round: {listed(told)}."
    return [Spot("offers-left", label, Box(desk.x - 4, desk.y, desk.width, 34), tuple(shapes))]


def _item_words(look: Look, item: int, number: int) -> str:
    """Return a number of equal items of an offer, in few words."""
    rules, first = look.state.game, look.state.game.first
    if item == HIDDEN:
        return counted(number, "scheme card")
    for begin in (FIRST_GIVE, FIRST_WANT):
        if begin <= item < begin + RESOURCES:
            return resources(item - begin, number)
    if item in (GIVE_PROFIT, WANT_PROFIT):
        return f"{number} profit"
    if FIRST_WANT_CARD <= item < FIRST_WANT_CARD + len(CATEGORIES):
        said = category_words(item - FIRST_WANT_CARD)
        return said if number == 1 else f"{number} × {said.removeprefix('a ')}"
    if item < first.hand:
        code = rules.cards.scheme_codes[item - first.give_card]
        return f"card {code}" if number == 1 else f"{number} cards {code}"
    use, spot = divmod(item - first.give_claim, rules.board.spots)
    return f"{'claim' if use in (0, 2) else 'no claim'} {rules.board.spot_names[spot]}"


def _item_symbol(look: Look, item: int, seat: int, x: float, y: float) -> list[Shape]:
    """Draw the symbol for an item that a seat gives in an offer."""
    rules, first = look.state.game, look.state.game.first
    for begin in (FIRST_GIVE, FIRST_WANT):
        if begin <= item < begin + RESOURCES:
            return draw_resource(item - begin, x, y, 0.65)
    if item in (GIVE_PROFIT, WANT_PROFIT):
        return medal(1, x, y, 7.5)
    if item >= first.give_claim:
        gone = (item - first.give_claim) // rules.board.spots in (1, 3)
        return mark(rules, NONE if gone else seat, x, y, 5.5)
    if item >= first.give_card:
        return draw_symbol(symbols_of(rules, item - first.give_card)[0], x, y, 6.5)
    if FIRST_WANT_CARD < item < FIRST_WANT_CARD + len(CATEGORIES):
        return draw_symbol(item - FIRST_WANT_CARD - 1, x, y, 6.5)
    return [rect(x - 5, y - 6.5, 10, 13, rx=2, fill=ASIDE, stroke=INK, stroke_width=1)]


def _deal_list(look: Look, name: str, said: str, owner: int, items: tuple[int, ...], box: Box) -> Spot:
    """Draw one side of an offer: the names of the things that its owner would hand over."""
    x, y, maker, rules = box.x, box.y, look.state.seat, look.state.game
    shapes = [frame(box, PAPER, 8, **THIN), *mark(rules, maker, x + 13, y + 12, 7.5)]
    shapes.append(words(x + 25, y + 16.5, said, 12, "start", **SEMI))
    kinds = list(dict.fromkeys(items))
    columns = max(1, (len(kinds) + 1) // 2)
    for place, item in enumerate(kinds):
        left, down = x + 13 + place % columns * (box.width - 6) / columns, y + 29 + 16 * (place // columns)
        shapes += _item_symbol(look, item, owner, left, down)
        told = _item_words(look, item, items.count(item))
        shapes.append(fit(left + 10, down + 4.2, told, box.width / columns - 24, 11.5, **PLAIN))
    if not items:
        shapes.append(words(x + 8, y + 33, "nothing yet" if look.mine else "nothing", 12, "start", **SOFT))
    label = f"{called(look, maker)} {said.partition(' ')[0]} {offer_words(rules, items)}."
    if name == "offer-wants" and look.state.handed:
        label += f" Picked so far: {listed([scheme_words(rules, card) for card in look.state.handed])}."
    return Spot(name, label, box, tuple(shapes))


def _deal(look: Look, desk: Box) -> list[Spot]:
    """Draw an offer: what it gives and what it wants, side by side, and the answers to it."""
    state = look.state
    maker, partner = state.seat, state.partner
    left, right = desk.cut(bottom=36).columns(2, 8)
    spots = [
        _deal_list(look, "offer-gives", f"gives to {SEATS[partner]}", maker, state.give, left),
        _deal_list(look, "offer-wants", f"wants from {SEATS[partner]}", partner, state.want, right),
    ]
    row = desk.cut(top=58)
    if look.choices("give:done"):
        spots += [
            button(look, "give:done", row.cut(right=row.width - 150, bottom=2)),
            _order_of_items(look, row.cut(left=164)),
        ]
    if look.choices("want:submit"):
        for category, name in enumerate(CATEGORIES):
            spots.append(_category(look, category, f"want:card:{name}", Box(row.x + category * 48, row.y, 44, 32)))
        spots.append(button(look, "want:submit", row.cut(left=48 * len(CATEGORIES) + 2), "offer"))
    return spots + buttons(look, ("reply:accept", "reply:reject"), row.cut(right=82, bottom=2).columns(2, 10))


def _order_of_items(look: Look, box: Box) -> Spot:
    """Draw the note on the order in which an offer names its items, and on their number."""
    said = (
        "in this order: plots, manpower, materials,",
        f"profit, cards, claims; up to {look.state.game.offer_units} on each side",
    )
    shapes = [fit(box.x, box.y + 12 + 15 * place, one, box.width, 11.5, **SOFT) for place, one in enumerate(said)]
    return Spot("offer-order", f"What an offer names, {' '.join(said)}.", box.cut(left=-4, right=4), tuple(shapes))


def _category(look: Look, category: int, thing: str, box: Box) -> Spot:
    """Draw a kind of scheme card that an offer may want."""
    shapes = [field(look, thing, box, PAPER, **THIN)]
    if category:
        shapes += draw_symbol(category - 1, box.across, box.down, 11)
    else:
        shapes.append(words(box.across, box.down + 4.5, "any", 13, "middle", **SEMI))
    said = category_words(category)
    return Spot(thing, f"{said[0].upper()}{said[1:]}.", box, tuple(shapes))


def _bank(look: Look, desk: Box) -> list[Spot]:
    """Draw the exchanges of the bank; the things it sells lie in the supply."""
    rules = look.state.game
    rate = rules.exchange_rate
    spots: list[Spot] = []
    for number, (paid, got) in enumerate(SWAPS):
        box = Box(desk.x + number % 3 * 96, desk.y + number // 3 * 30, 92, 27)
        thing = f"swap:{RESOURCE_NAMES[paid]}:{RESOURCE_NAMES[got]}"
        shapes = [
            field(look, thing, box, PAPER, **THIN),
            fit(box.x + 6, box.y + 19, str(rate), 16, 14, **BOLD),
            *draw_resource(paid, box.x + 29, box.y + 14, 0.9),
            words(box.x + 48, box.y + 19, "→", 14, "middle", **PLAIN),
            words(box.x + 57, box.y + 19, "1", 14, "start", **BOLD),
            *draw_resource(got, box.x + 77, box.y + 14, 0.9),
        ]
        label = f"The bank gives {resources(got, 1)} for {resources(paid, rate)}."
        spots.append(Spot(thing, label, box, tuple(shapes)))
    prices = desk.cut(left=294)
    cost = [fit(prices.x, prices.y + 13, "in the supply:", prices.width, 12, **SOFT)]
    rates = f"bank: {rules.bank_price} profit each, {rate} for 1"
    cost.append(fit(desk.x + 160, desk.y + 79, rates, 230, 12, **SOFT))
    for place, what in enumerate(("resource", "card")):
        y = prices.y + 27 + 22 * place
        cost += [*medal(rules.bank_price, prices.x + 10, y, 9), fit(prices.x + 24, y + 4.5, what, 80, 12.5, **PLAIN)]
    said = f"The bank wants {rules.bank_price} profit for a resource of the supply, and as much for a card."
    spots.append(Spot("bank-prices", said, prices.cut(left=-2), tuple(cost)))
    return spots + buttons(look, ("bank:done",), [Box(desk.x, desk.y + 60, 150, 29)])


def _placing(look: Look, desk: Box) -> list[Spot]:
    """Draw the card that is being placed, with its cost."""
    rules, card = look.state.game, look.state.chosen
    box = Box(desk.x, desk.y + 8, 104, 34)
    shapes = [frame(box, CARD, **THIN), *draw_scheme(rules, card, box)]
    for place, (where, cost) in enumerate(
        (("in an open spot", rules.cards.cost[card]), ("over another card", rules.upgrade_cost[card]))
    ):
        y = desk.y + 21 + 24 * place
        shapes.append(fit(desk.x + 118, y, where, 122, 12.5, **PLAIN))
        shapes += draw_price(cost, desk.x + 246, y - 4, 32, 0.8)
    label = (
        f"{scheme_words(rules, card)} costs {price(rules.cards.cost[card])} in an open spot, and "
        f"{price(rules.upgrade_cost[card])} on top of another card."
    )
    return [Spot("chosen", label, Box(desk.x, desk.y, desk.width, 60), tuple(shapes))]


def _special(look: Look, desk: Box) -> Spot:
    """Draw the special card that is being played."""
    cards, card = look.state.game.cards, look.state.chosen
    special = cards.specials[card - cards.normal]
    shapes = [
        *draw_symbol(5, desk.x + 12, desk.y + 11, 11),
        fit(desk.x + 32, desk.y + 15.5, special.name, desk.width - 32, 13, **SEMI),
    ]
    for line, said in enumerate(in_lines(special.text, desk.width, 11.5)):
        shapes.append(words(desk.x, desk.y + 32 + 13.5 * line, said, 11.5, "start", **SOFT))
    return Spot("chosen", f"{special}: {special.text}", Box(desk.x - 4, desk.y, desk.width, 48), tuple(shapes))


COLUMNS: Final = ((190, "profit"), (248, "claims"), (304, "cards"), (386, "resources"))


def _scores(look: Look, desk: Box) -> list[Spot]:
    """Draw everybody's score, with what breaks ties; the winner gets a star and a frame."""
    state, won = look.state, look.state.returns()
    ranks = [state.rank(seat) for seat in range(look.players)]
    order = sorted(range(look.players), key=lambda seat: (-won[seat], [-part for part in ranks[seat]], seat))
    tokens = "claim tokens on the board" if state.game.tie_tokens_on_board else "claim tokens left"
    spots: list[Spot] = []
    for place, seat in enumerate(order):
        box, best, who = Box(desk.x, desk.y + 15 + place * 19, desk.width, 18), won[seat] > 0, called(look, seat)
        edge: Style = {"stroke": INK, "stroke_width": 2} if best else {"stroke": RULE, "stroke_width": 0.6}
        shapes = [frame(box, PAPER if best else CARD, 5, **edge)]
        if place == 0:
            shapes += [words(box.x + right, box.y - 4, said, 11.5, "end", **QUIET) for right, said in COLUMNS]
        shapes += mark(state.game, seat, box.x + 14, box.down, 7.5)
        shapes.append(fit(box.x + 28, box.y + 13.5, who, 84, 12.5, **(BOLD if best else PLAIN)))
        if best:
            shapes.append(path(STAR, box.x + 118, box.down, fill=ACCENT, stroke=INK, stroke_width=0.8))
        for (right, _), part in zip(COLUMNS, ranks[seat], strict=True):
            shapes.append(words(box.x + right, box.y + 13.5, str(part), 12.5, "end", **(BOLD if right == 190 else PLAIN)))
        does = " wins" if won[seat] == 1 else " shares the victory" if best else ""
        profit, claims, cards, left = ranks[seat]
        label = (
            f"{who}{does}: {profit} profit, {claims} {tokens}, {counted(cards, 'scheme card')}, {counted(left, 'resource')}."
        )
        spots.append(Spot(f"score-{SEATS[seat]}", label, box, tuple(shapes)))
    return spots

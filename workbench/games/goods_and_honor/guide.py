"""What the guide tells newcomers to For Goods and Honor at each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from workbench.core.words import counted, listed
from workbench.games.goods_and_honor.components import (
    CLOSE,
    FIRST_ADD,
    FIRST_DEFEND,
    FIRST_GIVE,
    FIRST_KEEP,
    FIRST_PLACE,
    FIRST_SAY,
    GOOD_NAMES,
    GOODS,
    GUARDS,
    ITEMS,
    KEEP_LAYOUT,
    SAY_NOTHING,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    SENTRYFOLK,
    TYPE_NAMES,
)
from workbench.games.goods_and_honor.laws import bid_value, duel_law, points_law
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.words import items_listed


def goods(state: GoodsAndHonorState, seat: int) -> str:
    """Say how many of each of the Goods the seat has, and which are missing for the next set."""
    own = state.goods(seat)
    have = listed([f"{number} {name}" for number, name in zip(own, GOOD_NAMES, strict=True)])
    short = [name for number, name in zip(own, GOOD_NAMES, strict=True) if number == min(own)]
    if len(short) == GOODS:
        return f"You have {have}. One of each is a set, worth {state.game.set_points} points."
    return f"You have {have}. One of each is a set, worth {state.game.set_points} points, so you need {listed(short)} most."


def honor(state: GoodsAndHonorState, seat: int) -> str:
    """Say which chips are missing for the next set."""
    chips = state.honor(seat)
    others = [other for other in range(state.game.players) if other != seat]
    fewest = min([chips[other] for other in others])
    short = listed([SEATS[other] for other in others if chips[other] == fewest])
    return f"One chip of each other player is a set, too; you have the fewest of {short}."


def points(state: GoodsAndHonorState, kind: int, section: int) -> int:
    """Return the points that a Folk makes in a work section."""
    return points_law(state.game).each[kind][section]


def place(state: GoodsAndHonorState, seat: int) -> str:
    """Say where a Folk goes."""
    rate = state.game.points_per_good
    return (
        "Folks make points in the section where they work, and most kinds make more in one of them. "
        f"Every {rate} points in a section make a token; the rest is lost. "
        f"A Folk in Guards makes nothing, but fights Nastigans best. {goods(state, seat)}"
    )


def place_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say what the Folk does in that section."""
    section = action - FIRST_PLACE
    kind = next((one for one in range(len(TYPE_NAMES) - 1) if state.hand(seat)[one]), SENTRYFOLK)
    if section == GUARDS:
        return f"The {TYPE_NAMES[kind]} stands guard there against Nastigans."
    if not 0 <= section < GOODS:
        return ""
    here, rate = points(state, kind, section), state.game.points_per_good
    after = state.copy()
    after.apply(action)
    tokens, rest = divmod(int(state.game.produce.points(after, seat, section)), rate)
    makes = f"{counted(tokens, 'token')} a turn" if tokens else f"{counted(rest, 'point')}, {rate - rest} short of a token"
    return f"It adds {counted(here, 'point')}: {SECTION_NAMES[section]} then makes {makes}."


def assign(state: GoodsAndHonorState, seat: int) -> str:
    """Say whether to rearrange."""
    return (
        f"Before your turn ends you may move all your Folks. Aim at multiples of {state.game.points_per_good} points in a "
        f"section, and at the Goods you lack. {goods(state, seat)}"
    )


def assign_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say why the mat stays or changes."""
    if action == KEEP_LAYOUT:
        return "The Folks already on your mat work well where they are; you only place the new ones."
    return "A Folk on your mat would make more in another section."


def keep(state: GoodsAndHonorState, seat: int) -> str:
    """Say which Folk to keep."""
    return (
        "You keep one of the two and give the other away for the best bid. Keep the one that helps your production most: it "
        f"works in every turn to come. {goods(state, seat)}"
    )


def keep_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say what the kept Folk is worth."""
    kind = action - FIRST_KEEP
    best = max([points(state, kind, section) for section in range(GOODS)])
    if kind == SENTRYFOLK:
        return "A Sentryfolk wins duels against Nastigans most often."
    return f"A {TYPE_NAMES[kind]} makes up to {counted(best, 'point')} in each of your turns."


def talk(state: GoodsAndHonorState, seat: int) -> str:
    """Say what to ask for."""
    return f"Say what you would like to be paid; nobody is bound by it. {goods(state, seat)} {honor(state, seat)}"


def talk_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say why to ask for that item."""
    item = action - FIRST_SAY
    if action == SAY_NOTHING or not 0 <= item < ITEMS:
        return ""
    own = state.stash(seat)
    return f"You have {own[item] or 'none'} so far, and a set needs one of each kind."


def bid(state: GoodsAndHonorState, seat: int) -> str:
    """Say what to bid."""
    chips = state.stash(seat)[seat]
    return (
        "All others bid in closed hands, and only the bid that is accepted is paid. Your own chips are worth nothing to you "
        f"and much to the giver, so pay with them first: you have {chips}. But you will need some in later turns."
    )


def bid_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say why to bid this item, or why to bid no more."""
    held = state.bid(seat)
    if action == CLOSE:
        return "What you keep can be bid for another Folk."
    item = action - FIRST_ADD
    if not 0 <= item < ITEMS:
        return ""
    giver, own = int(state.active), state.stash(seat)
    more = [int(one == item) + held[one] for one in range(ITEMS)]
    if item == seat:
        return "A chip of your own costs you no points, and it is worth something to the giver."
    cost = bid_value(state.game, more, state.stash(giver), giver, own, seat).loss
    return f"The bid then costs you {counted(cost, 'point')} at scoring."


def award(state: GoodsAndHonorState, seat: int) -> str:
    """Say whose bid to accept."""
    return (
        "You receive the bid of whoever gets the Folk; the others keep theirs. Count what it adds to your sets, and do not "
        f"help the leader for nothing. {goods(state, seat)} {honor(state, seat)}"
    )


def award_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say what the bid is worth."""
    other = action - FIRST_GIVE
    offered = state.bid(other)
    gain = bid_value(state.game, offered, state.stash(seat), seat, state.stash(other), other).gain
    return f"{SEATS[other]} pays {items_listed(offered)}, worth {counted(gain, 'point')} to you at scoring now."


def defend(state: GoodsAndHonorState, seat: int) -> str:
    """Say which Folk should fight."""
    left = int(state.table_nastigans)
    return (
        f"{counted(left, 'Nastigan')} must be dealt with. A Folk who wins the duel drives one off; a Folk who loses leaves you "
        "for good. The best die is the safest, and a Folk who makes few points is the smallest loss."
    )


def defend_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Give the exact chance of the duel."""
    kind, section = divmod(action - FIRST_DEFEND, SECTIONS)
    chance = duel_law(state, action).win
    best = all(duel_law(state, other).win <= chance for other in state.legal())
    more = ", and nobody you have does better" if best else ""
    return f"The {TYPE_NAMES[kind]} in {SECTION_NAMES[section]} wins with {float(chance):.0%}{more}."


def produce(state: GoodsAndHonorState, seat: int) -> str:
    """Say whether to take what the mat yields."""
    return f"You may take what your mat yields. {goods(state, seat)}"


def produce_why(state: GoodsAndHonorState, seat: int, action: int) -> str:
    """Say that Goods are points."""
    return "Every token is worth a point by itself, and a third of a set."


SETS: Final = ("own_chips_score",)
FIELDS: Final = ("production_table", "remainder", "elder_pawns", "production_matrix")
WORDS: Final[Mapping[str, Callable[[GoodsAndHonorState, int], str]]] = {
    "setup_place": place,
    "gift_place": place,
    "place": place,
    "assign": assign,
    "keep": keep,
    "talk": talk,
    "reply": talk,
    "bid": bid,
    "award": award,
    "defend": defend,
    "produce": produce,
}
"""For each phase: what you decide, and what matters in this position."""

WHY: Final[Mapping[str, Callable[[GoodsAndHonorState, int, int], str]]] = {
    "setup_place": place_why,
    "gift_place": place_why,
    "place": place_why,
    "assign": assign_why,
    "keep": keep_why,
    "talk": talk_why,
    "bid": bid_why,
    "award": award_why,
    "defend": defend_why,
    "produce": produce_why,
}
"""For each phase: why a move is good there."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "setup_place": FIELDS,
    "gift_place": FIELDS,
    "place": FIELDS,
    "assign": (*FIELDS, "rearrange"),
    "keep": ("keep_timing", *FIELDS),
    "talk": ("talk",),
    "reply": ("talk",),
    "bid": ("award", "bid_mode", *SETS),
    "award": ("award", *SETS),
    "defend": ("duel_tie", "defender_reuse", "duel_commit"),
    "produce": (),
}
"""For each phase: the options whose usual values its words assume."""

EVENTS: Final[Mapping[str, str]] = {}
"""For each kind of event: what to say when it happens for the first time."""

"""A second reading of the rulebook, slow and plain, beside the game's code: both must agree at every step of random games.

Folks are letters in lists, stashes are counters of words; a game is one generator that asks its questions. No code is shared.
A question is a pair: who answers (a seat's letter, or "chance") and the answers there are.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

import workbench as wb
from tests.helpers import some_in_short
from workbench.core.state import CHANCE, OVER
from workbench.games.goods_and_honor.award import Award
from workbench.games.goods_and_honor.bids import Bid
from workbench.games.goods_and_honor.nastigans import Defend
from workbench.games.goods_and_honor.produce import Produce
from workbench.games.goods_and_honor.state import GoodsAndHonorState

Asking = Generator[tuple[str, set[str]], str, Any]

NAMES = {"P": "Plainsfolk", "W": "Woodsfolk", "R": "Ridgefolk", "S": "Sentryfolk", "N": "Nastigan"}
LETTERS = {name: letter for letter, name in NAMES.items()}
HOME = {"P": "Food", "W": "Wood", "R": "Rock", "S": None}
WORK = ["Food", "Wood", "Rock"]
SECTIONS = [*WORK, "Guards", "New"]


class Valley:
    """What lies on the table, and the rules that were agreed."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = "ABCDEF"[:players]
        self.options = options
        self.supply = dict.fromkeys(WORK, options["goods_per_player"] * players)
        self.bag: list[str] = [letter for letter in "PWRS" for _ in range(24 - players)] + ["N"] * options["nastigans"]
        self.mats: dict[str, dict[str, list[str]]] = {who: {one: [] for one in SECTIONS} for who in self.players}
        self.stashes: dict[str, Counter[str]] = {who: Counter({who: 5 * (players - 1)}) for who in self.players}
        self.pawns: dict[str, str] = {}
        self.first = ""
        self.over = ""

    def others(self, who: str) -> list[str]:
        """The other players, from the left."""
        place = self.players.index(who)
        return list(self.players[place + 1 :] + self.players[:place])

    def items(self, who: str) -> list[str]:
        """What may stand in a bid, in its fixed order, once for each piece."""
        allowed = {
            "chips_and_goods": [*self.players, *WORK],
            "chips_only": [*self.players],
            "own_chips_only": [who],
        }[self.options["bid_items"]]
        return [item for item in allowed for _ in range(self.stashes[who][item])]


def ask(who: str, answers: list[str]) -> Asking:
    """Ask, unless there is only one answer."""
    if len(answers) == 1:
        return answers[0]
    answer = yield who, set(answers)
    return answer


# -- set-up ------------------------------------------------------------------------------------------------------------


def set_up(valley: Valley) -> Asking:
    hands = {who: list("PWRS") for who in valley.players}
    for who in valley.players:
        for _ in range(2):
            token = yield "chance", {f"draw:{NAMES[letter]}" for letter in valley.bag if letter != "N"}
            letter = LETTERS[token.removeprefix("draw:")]
            valley.bag.remove(letter)
            hands[who].append(letter)
    for who in valley.players:
        for letter in sorted(hands[who], key="PWRS".index):
            yield from place(valley, who, letter)
        if valley.options["elder_pawns"] == "on":
            answer = yield who, {f"pawn:{section}" for section in WORK}
            valley.pawns[who] = answer.removeprefix("pawn:")
    answer = yield "chance", {f"first:{who}" for who in valley.players}
    valley.first = answer.removeprefix("first:")


def place(valley: Valley, who: str, letter: str) -> Asking:
    answer = yield who, {f"place:{section}" for section in SECTIONS if section != "New"}
    valley.mats[who][answer.removeprefix("place:")].append(letter)


# -- producing ---------------------------------------------------------------------------------------------------------


def section_points(valley: Valley, who: str, section: str) -> int:
    total = 0
    for letter in valley.mats[who][section]:
        total += 2 if HOME[letter] == section else 1
        if valley.pawns.get(who) == section:
            total += 1
    return total


def produce(valley: Valley, who: str) -> None:
    taken = Counter()
    for section in WORK:
        due = section_points(valley, who, section) // 3
        taken[section] = min(due, valley.supply[section])
    before = dict(valley.supply)
    for section, count in taken.items():
        valley.supply[section] -= count
        valley.stashes[who][section] += count
    if valley.options["end_trigger"] == "any_type":
        emptied = any(before[section] > 0 == valley.supply[section] for section in WORK)
    else:
        emptied = sum(before.values()) > 0 == sum(valley.supply.values())
    if not emptied:
        return
    valley.over = "goods"
    if valley.options["end_timing"] == "finish_round_from_box":
        for other in valley.others(who):
            if other == valley.first:
                break
            for section in WORK:
                valley.stashes[other][section] += section_points(valley, other, section) // 3


# -- drawing, bidding, giving ------------------------------------------------------------------------------------------


def trade(valley: Valley, giver: str) -> Asking:
    """Draw, keep, bid and give; gives the number of Nastigans on the table."""
    folks: list[str] = []
    nastigans = 0
    while len(folks) < 2 and valley.bag:
        token = yield "chance", {f"draw:{NAMES[letter]}" for letter in valley.bag}
        letter = LETTERS[token.removeprefix("draw:")]
        valley.bag.remove(letter)
        if letter == "N":
            nastigans += 1
        else:
            folks.append(letter)
    if len(folks) < 2:
        valley.mats[giver]["New"] += folks
        return nastigans
    late = valley.options["keep_timing"] == "after_bids"
    if not late:
        yield from keep(valley, giver, folks)
    bidders = [who for who in valley.others(giver) if valley.items(who)]
    if bidders:
        statements = {f"say:{item}" for item in ["nothing", *valley.players, *WORK]}
        yield giver, statements
        if valley.options["talk"] == "request_reply":
            for who in bidders:
                yield who, statements
    bids: dict[str, list[str]] = {}
    for who in bidders:
        bids[who] = yield from fill_hand(valley, who)
    if late:
        yield from keep(valley, giver, folks)
    (gift,) = folks
    candidates = list(bids)
    if valley.options["award"] == "most_items" and bids:
        most = max(len(bid) for bid in bids.values())
        candidates = [who for who, bid in bids.items() if len(bid) == most]
    if not bids:
        candidates = valley.others(giver)
    answers = [f"give:{who}" for who in candidates]
    if valley.options["award"] == "random" and bids:
        answer = yield "chance", set(answers)
    else:
        answer = yield from ask(giver, answers)
    receiver = answer.removeprefix("give:")
    for item in bids.get(receiver, []):
        valley.stashes[receiver][item] -= 1
        valley.stashes[giver][item] += 1
    if valley.options["gift_assign"] == "at_once":
        yield from place(valley, receiver, gift)
    else:
        valley.mats[receiver]["New"].append(gift)
    return nastigans


def keep(valley: Valley, giver: str, folks: list[str]) -> Asking:
    answer = yield from ask(giver, sorted({f"keep:{NAMES[letter]}" for letter in folks}))
    kept = LETTERS[answer.removeprefix("keep:")]
    folks.remove(kept)
    valley.mats[giver]["New"].append(kept)


def fill_hand(valley: Valley, who: str) -> Asking:
    """A bid is a sorted list: an item may be added if the list stays sorted and the pieces are there."""
    order = [*valley.players, *WORK]
    pieces = valley.items(who)
    hand: list[str] = []
    while len(hand) < valley.options["bid_max"]:
        answers = []
        for item in order:
            longer = [*hand, item]
            if longer == sorted(longer, key=order.index) and not Counter(longer) - Counter(pieces):
                answers.append(f"add:{item}")
        if hand:
            answers.append("close")
        answer = yield from ask(who, answers)
        if answer == "close":
            break
        hand.append(answer.removeprefix("add:"))
    return hand


# -- Nastigans ---------------------------------------------------------------------------------------------------------


def candidates(valley: Valley, who: str, tired: Counter[tuple[str, str]]) -> list[tuple[str, str]]:
    """Who may be named: (letter, section), each once."""
    options = valley.options
    there = Counter((letter, section) for section in SECTIONS for letter in valley.mats[who][section])
    if options["defender_reuse"] == "no":
        there -= tired
    ready = [one for one in there if options["new_folks_defend"] == "yes" or one[1] != "New"]
    guards = [one for one in ready if one[1] == "Guards"]
    if guards:
        return guards if options["guards_first"] == "yes" else ready
    if who in valley.pawns:
        beside = [one for one in ready if one[1] == valley.pawns[who]]
        if beside or options["pawn_area_empty"] == "nastigan_returns":
            return beside
    return ready


def fights(valley: Valley, who: str, one: tuple[str, str]) -> Asking:
    """Roll until it is decided; gives whether the Folk wins."""
    letter, section = one
    sides = 4 if section != "Guards" else 8 if letter == "S" else 6
    while True:
        rolled = yield "chance", {f"roll:{red}-{blue}" for red in range(1, 7) for blue in range(1, sides + 1)}
        red, blue = map(int, rolled.removeprefix("roll:").split("-"))
        if red != blue or valley.options["duel_tie"] != "reroll":
            return blue > red or (blue == red and valley.options["duel_tie"] == "folk_wins")


def name(who: str, answers: list[tuple[str, str]]) -> Asking:
    answer = yield from ask(who, [f"defend:{NAMES[letter]}/{section}" for letter, section in answers])
    folk, section = answer.removeprefix("defend:").split("/")
    return LETTERS[folk], section


def nastigans_come(valley: Valley, who: str, drawn: int) -> Asking:
    waiting = min(3, drawn)
    valley.bag += ["N"] * (drawn - waiting)
    tired: Counter[tuple[str, str]] = Counter()
    named: list[tuple[str, str]] = []
    if valley.options["duel_commit"] == "all_first":
        for _ in range(waiting):
            answers = candidates(valley, who, Counter(named))
            if answers:
                named.append((yield from name(who, answers)))
        for one in named:
            if one[0] in valley.mats[who][one[1]]:
                yield from duel(valley, who, one, tired)
    else:
        for _ in range(waiting):
            answers = candidates(valley, who, tired)
            if answers:
                one = yield from name(who, answers)
                yield from duel(valley, who, one, tired)
    valley.bag += ["N"] * waiting


def duel(valley: Valley, who: str, one: tuple[str, str], tired: Counter[tuple[str, str]]) -> Asking:
    if (yield from fights(valley, who, one)):
        tired[one] += 1
    else:
        valley.mats[who][one[1]].remove(one[0])
        valley.bag.append(one[0])


# -- assigning, and the whole ------------------------------------------------------------------------------------------


def assign(valley: Valley, who: str) -> Asking:
    mat = valley.mats[who]
    older = [letter for section in SECTIONS if section != "New" for letter in mat[section]]
    if older:
        answer = yield who, {"keep_layout", "rearrange"}
    else:
        answer = "keep_layout"
    picked, mat["New"] = mat["New"], []
    if answer == "rearrange":
        picked = picked + older
        for section in SECTIONS:
            mat[section] = []
    for letter in sorted(picked, key="PWRS".index):
        yield from place(valley, who, letter)
    if who in valley.pawns:
        answer = yield who, {f"pawn:{section}" for section in WORK}
        valley.pawns[who] = answer.removeprefix("pawn:")


def game(valley: Valley) -> Asking:
    yield from set_up(valley)
    active = valley.first
    while True:
        if valley.options["phase_order"] == "produce_first":
            produce(valley, active)
            if valley.over:
                return
        drawn = yield from trade(valley, active)
        yield from nastigans_come(valley, active, drawn)
        yield from assign(valley, active)
        if valley.options["phase_order"] == "trade_first":
            produce(valley, active)
            if valley.over:
                return
        active = valley.others(active)[0]


def total(valley: Valley, who: str) -> int:
    """Points, by taking sets away one by one."""
    points = 0
    for kinds in (WORK, [other for other in valley.players if other != who]):
        left = {kind: valley.stashes[who][kind] for kind in kinds}
        while all(left.values()):
            points += 10
            left = {kind: count - 1 for kind, count in left.items()}
        points += sum(left.values())
    return points


# -- both together -----------------------------------------------------------------------------------------------------

DEFAULTS: dict[str, Any] = {
    "goods_per_player": 3,
    "nastigans": 24,
    "elder_pawns": "off",
    "bid_items": "chips_and_goods",
    "bid_max": 5,
    "award": "free",
    "keep_timing": "before_bids",
    "gift_assign": "own_next_assign",
    "talk": "request",
    "end_trigger": "all_types",
    "end_timing": "immediate",
    "phase_order": "produce_first",
    "defender_reuse": "yes",
    "new_folks_defend": "yes",
    "guards_first": "no",
    "pawn_area_empty": "any_folk",
    "duel_tie": "reroll",
    "duel_commit": "one_by_one",
}
MANY: dict[str, Any] = {"nastigans": 60}
VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {
    "three": (3, {}),
    "four": (4, {}),
    "six": (6, {}),
    "elders": (4, {"elder_pawns": "on", **MANY}),
    "elders, guards first, no newcomers": (
        3,
        {
            "elder_pawns": "on",
            "guards_first": "yes",
            "new_folks_defend": "no",
            "pawn_area_empty": "nastigan_returns",
            **MANY,
        },
    ),
    "all named first": (3, {"duel_commit": "all_first", "duel_tie": "folk_wins", **MANY}),
    "all named first, nobody twice": (4, {"duel_commit": "all_first", "defender_reuse": "no", **MANY}),
    "nobody twice": (3, {"defender_reuse": "no", "duel_tie": "nastigan_wins", **MANY}),
    "own chips, most items": (3, {"bid_items": "own_chips_only", "award": "most_items", "bid_max": 3}),
    "chips, by lot, kept late": (5, {"bid_items": "chips_only", "award": "random", "keep_timing": "after_bids"}),
    "gifts at once, replies": (3, {"gift_assign": "at_once", "talk": "request_reply"}),
    "any type, from the box, trading first": (
        4,
        {"end_trigger": "any_type", "end_timing": "finish_round_from_box", "phase_order": "trade_first"},
    ),
}


def differences(state: GoodsAndHonorState, valley: Valley) -> list[str]:
    """Where the two tables differ, whatever is in hand left aside."""
    found = []
    written = state.to_dict()
    if written["supply"] != "/".join(str(valley.supply[good]) for good in WORK):
        found.append(f"supply {written['supply']} {valley.supply}")
    for who in valley.players:
        chips = " ".join(
            f"{other}{valley.stashes[who][other]}" for other in valley.players if valley.stashes[who][other]
        )
        goods = "/".join(str(valley.stashes[who][good]) for good in WORK)
        if (written["honor"][who], written["goods"][who]) != (chips or "-", goods):
            found.append(f"stash of {who}: {written['honor'][who]} {written['goods'][who]}, not {chips} {goods}")
    return found


def compare(players: int, options: dict[str, Any], seed: int, phases: dict[str, Any] | None = None) -> int:
    """Play a random game with both; gives the number of steps. An AssertionError tells where they part."""
    rules = wb.load("goods_and_honor", players, phases=phases, **options)
    state = rules.start()
    assert isinstance(state, GoodsAndHonorState)
    valley = Valley(players, {**DEFAULTS, **options})
    reading, rng = game(valley), random.Random(seed)
    steps = 0
    answer: str | None = None
    while True:
        try:
            who, answers = reading.send(answer) if answer is not None else next(reading)
        except StopIteration:
            break
        assert state.to_move != OVER, f"the game is over, but {who} is asked for {sorted(answers)}"
        mover = "chance" if state.to_move == CHANCE else "ABCDEF"[state.to_move]
        assert mover == who
        assert {rules.symbol(action) for action in state.legal()} == answers, f"{state.phase.name} after {steps} steps"
        if state.to_move == CHANCE and state.phase.name == "draw":
            weights = {rules.symbol(action): weight for action, weight in state.chance()}
            assert weights == {f"draw:{NAMES[letter]}": count for letter, count in Counter(valley.bag).items()}
        assert differences(state, valley) == []
        answer = rng.choice(sorted(answers))
        state.apply(rules.action(answer))
        steps += 1
    assert state.to_move == OVER and differences(state, valley) == []
    assert state.scores() == tuple(total(valley, who) for who in valley.players)
    best = max(state.scores())
    winners = [score == best for score in state.scores()]
    assert state.returns() == pytest.approx([won / sum(winners) for won in winners])
    return steps


@some_in_short("variant", list(VARIANTS), every=3)
def test_both_readings_agree(variant: str, short: bool) -> None:
    players, options = VARIANTS[variant]
    games = 2 if short else 6
    steps = sum(compare(players, {**DEFAULTS, **options}, seed) for seed in range(games))
    assert steps > 80 * games


# -- and disagree where a fault is planted -------------------------------------------------------------------------------


class RefusesLast(Award):
    """A fault: the last bidder cannot be chosen."""

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return super().legal(state)[:-1] or super().legal(state)


class PaysTwice(Award):
    """A fault: the giver gets a chip too many from the receiver."""

    def apply(self, state: GoodsAndHonorState, action: Any) -> None:
        receiver = action - 34
        if state.stashes[receiver * 9 + receiver] > 5:
            state.stashes[receiver * 9 + receiver] -= 1
            state.stashes[state.active * 9 + receiver] += 1
        super().apply(state, action)


class AnyOrder(Bid):
    """A fault: items may be added in any order."""

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        seat = state.to_move
        free = [24 + item for item in range(9) if state.stashes[seat * 9 + item] > state.bids[seat * 9 + item]]
        return (*free, 33) if self.size(state, seat) else tuple(free)


class NoNewcomers(Defend):
    """A fault: nobody in New may be named."""

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return tuple(action for action in super().legal(state) if (action - 40) % 5 != 4)


class GuardsWork(Produce):
    """A fault: Guards help with the food."""

    def points(self, state: GoodsAndHonorState, seat: Any, section: Any) -> int:
        extra = sum(state.section(seat, 3)) if section == 0 else 0
        return super().points(state, seat, section) + extra


def ten_games(fault: type) -> None:
    """Some games with a phase replaced."""
    for seed in range(10):
        compare(3, {**DEFAULTS, **MANY}, seed, {fault.name: fault})


@pytest.mark.parametrize("fault", [RefusesLast, PaysTwice, AnyOrder, NoNewcomers, GuardsWork])
def test_a_planted_fault_is_found(fault: type) -> None:
    with pytest.raises(AssertionError):
        ten_games(fault)

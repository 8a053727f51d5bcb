"""What the guide tells newcomers to On Their Merry Way at each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from workbench.core.words import counted, listed
from workbench.games.merry_way.components import (
    DRAW,
    FIRST_TAKE,
    OFFER_PASS,
    REJECT,
    RESOURCES,
    SEATS,
)
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trips import outlook

FORMS: Final = (("plot", "plots"), ("manpower", "manpower"), ("material", "materials"))
"""The singular and the plural of each resource, in the order of a stock."""


def stock(state: MerryWayState, seat: int) -> str:
    """Say what the seat can spend."""
    own = state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]
    have = [counted(number, *forms) for number, forms in zip(own, FORMS, strict=True)]
    return f"You have {listed([*have, counted(len(state.scheme_hands[seat]), 'scheme card')])}."


def now(state: MerryWayState, seat: int) -> str:
    """Say what the travellers would bring everybody if they set out now."""
    gains = outlook(state).gains
    if not any(gains):
        return "If the travellers set out now, nobody would gain profit."
    others = listed([f"{SEATS[one]} {gain:+d}" for one, gain in enumerate(gains) if one != seat])
    return f"If the travellers set out now, the profits would change: you {gains[seat]:+d}, {others}."


def aim(state: MerryWayState, seat: int) -> str:
    """Say how far it is to the target."""
    return f"You have {state.profit[seat]} of {state.game.target} profit."


def after(state: MerryWayState, action: int) -> MerryWayState:
    """Return the position after a move."""
    other = state.copy()
    other.apply(action)
    return other


def choose_card(state: MerryWayState, seat: int) -> str:
    """Say how to choose a resource card."""
    return (
        "Everybody lays a resource card face down. Each of its three digits gives you that many tokens of a resource, or "
        f"scheme cards; a pink digit draws only until you hold that many. Traps need all three resources. {stock(state, seat)}"
    )


def digit(state: MerryWayState, seat: int) -> str:
    """Say what a digit can be used for."""
    return (
        f"Use the digit for what stops you from building. {stock(state, seat)} A trap pays only if a traveller with its "
        "folly comes by, so hold cards for the follies in the line-up."
    )


def digit_why(state: MerryWayState, seat: int, action: int) -> str:
    """Explain why the suggested resource is a good choice."""
    if action == DRAW:
        return "More scheme cards mean more chances to fit the travellers."
    kind = action - FIRST_TAKE
    if 0 <= kind < RESOURCES:
        return f"You have {counted(state.stock[RESOURCES * seat + kind], *FORMS[kind])} so far."
    return ""


def offer(state: MerryWayState, seat: int) -> str:
    """Say whether to trade."""
    left = state.game.offers_per_player - int(state.offers[seat])
    return (
        f"You may offer a deal to another player, {counted(left, 'more time')} in this round. A deal is good if both can "
        f"build more with it, and if it does not help your rival more than you. {stock(state, seat)} {aim(state, seat)}"
    )


def offer_why(state: MerryWayState, seat: int, action: int) -> str:
    """Explain why to trade or not."""
    if action == OFFER_PASS:
        return "No deal is in sight that both sides would want."
    return "There may be a deal by which both of you can build more."


def give(state: MerryWayState, seat: int) -> str:
    """Say what to put into an offer."""
    return f"Give what you can spare and your partner can use. Name all you give, and then what you want. {stock(state, seat)}"


def want(state: MerryWayState, seat: int) -> str:
    """Say what to ask for."""
    return (
        "Ask for what you lack, and for no more than your partner will think fair. You may still add to what you give. "
        f"{stock(state, seat)}"
    )


def reply(state: MerryWayState, seat: int) -> str:
    """Say whether to accept an offer."""
    return (
        "Compare what you could build before and after the deal: the table below the board counts it for both sides. Refuse "
        f"what helps your rival more than you. {now(state, seat)}"
    )


def reply_why(state: MerryWayState, seat: int, action: int) -> str:
    """Explain why to accept or not."""
    return "You would give more than you get." if action == REJECT else "You would get more than you give."


def bank(state: MerryWayState, seat: int) -> str:
    """Say whether to use the bank."""
    rate, price = state.game.exchange_rate, state.game.bank_price
    return (
        f"The bank exchanges {rate} tokens of one resource for one of another, and sells a token or a card for {price} profit. "
        f"That is dear: use it only for what lets you build now. {stock(state, seat)}"
    )


def bank_why(state: MerryWayState, seat: int, action: int) -> str:
    """Explain what the exchange is good for."""
    if state.phase.words(state, action).startswith("leave"):
        return "What the bank offers is dear, and resources keep for the next round."
    return "It brings you nearer to what you want to build."


def build(state: MerryWayState, seat: int) -> str:
    """Say what to build."""
    return (
        f"Build each trap where travellers with its folly will pass. {now(state, seat)} {stock(state, seat)} The table below "
        "the board says what each card would earn. Traps stay for later rounds."
    )


def effect(state: MerryWayState, seat: int, action: int) -> str:
    """Say how a move changes the profit from the coming Travel phase."""
    before, then = outlook(state).gains, outlook(after(state, action)).gains
    mine = then[seat] - before[seat]
    theirs = max([then[one] - before[one] for one in range(len(then)) if one != seat], default=0)
    if mine > 0:
        return f"If the travellers set out now you would gain {mine} more."
    worst = min([then[one] - before[one] for one in range(len(then)) if one != seat], default=0)
    if worst < 0 and mine >= 0:
        return f"It would take {-worst} profit from a rival on this trip and cost you none."
    if theirs > 0 or mine < 0:
        return "It pays in later rounds rather than in this one."
    return "It makes no difference to this round's travel, but pays in later rounds."


def build_why(state: MerryWayState, seat: int, action: int) -> str:
    """Explain what the card would earn at its best place."""
    then = after(state, action)
    rules = state.game
    if then.phase is rules.place and then.to_move == seat:
        before = outlook(state).gains[seat]
        best = max([outlook(after(then, one)).gains[seat] - before for one in then.legal()])
        if best > 0:
            return f"On its best spot it would earn you {best} more if the travellers set out now."
        return "It earns nothing on this trip, but its spot may pay in later rounds."
    if state.phase.words(state, action).startswith("build no more"):
        return "Resources and cards keep for the next round."
    return ""


def place(state: MerryWayState, seat: int) -> str:
    """Say where to place the card."""
    return (
        f"Choose the spot by who will stop there. {now(state, seat)} The table below the board says what each spot would bring "
        "to everybody. A spot near the start of a road is passed by more travellers who still have the card's folly."
    )


def block(state: MerryWayState, seat: int) -> str:
    """Say where to place the roadblock."""
    return f"A roadblock leads travellers another way: past your traps, or around those of your rivals. {now(state, seat)}"


def special(state: MerryWayState, seat: int) -> str:
    """Say what to choose for a special card."""
    return f"Take what you lack, and where you can choose, from whoever is ahead. {stock(state, seat)} {aim(state, seat)}"


TRAVEL: Final = ("trail_model",)
WORDS: Final[Mapping[str, Callable[[MerryWayState, int], str]]] = {
    "choose_card": choose_card,
    "digit": digit,
    "offer": offer,
    "give": give,
    "want": want,
    "reply": reply,
    "bank": bank,
    "build": build,
    "place": place,
    "block": block,
    "many_hands": special,
    "light_fingers": special,
}
"""By phase: what the player decides, and what matters in this position."""

WHY: Final[Mapping[str, Callable[[MerryWayState, int, int], str]]] = {
    "digit": digit_why,
    "offer": offer_why,
    "reply": reply_why,
    "bank": bank_why,
    "build": build_why,
    "place": effect,
    "block": effect,
}
"""By phase: why a move is good there."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "choose_card": ("draw_deck", "pink_count"),
    "digit": ("draw_deck",),
    "offer": ("trade_mode",),
    "give": ("trade_mode",),
    "want": ("trade_mode",),
    "reply": ("trade_mode",),
    "bank": ("trade_mode",),
    "build": ("covered",),
    "place": TRAVEL,
    "block": TRAVEL,
}
"""By phase: the options whose usual values its words assume."""

EVENTS: Final[Mapping[str, str]] = {}
"""By kind of event: what the guide says when it happens for the first time."""

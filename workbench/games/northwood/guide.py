"""What the guide tells newcomers to For Northwood! at each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from workbench.core.words import counted, listed
from workbench.games.northwood.components import (
    FIRST_ALLY,
    FIRST_FIEF,
    NONE,
    PASS,
    SLOTS,
    SUBSTITUTES_DONE,
    SUIT_MASK,
    SUIT_NAMES,
    VALUES,
    card_name,
    cards_in,
    character_words,
    count,
)
from workbench.games.northwood.odds import odds
from workbench.games.northwood.state import NorthwoodState


def trick(number: int) -> str:
    """Write a number of tricks."""
    return counted(number, "trick")


def standing(state: NorthwoodState) -> str:
    """Say how many tricks you want and have won, and what to do about it now."""
    target, won = int(state.fief), len(state.score_pile)
    need = target - won
    if need < 0:
        return f"You wanted {trick(target)} and have {won}, so this visit is lost. Play it out quickly."
    if need == 0:
        return f"You have your {trick(target)}. Lose all the others." if target else "Your target is 0: lose every trick."
    said = f"You want exactly {trick(target)} here and have {won or 'none'}."
    if need > count(state.hand):
        helped = ready(state) or state.slot != NONE
        left = "Only an ally who draws cards can help." if helped else "This visit is lost."
        return f"{said} You hold too few cards for that. {left}"
    return said


def holding(state: NorthwoodState) -> str:
    """Name the trumps in hand."""
    trumps = count(state.hand & SUIT_MASK[state.trump()])
    return f"{SUIT_NAMES[state.trump()]} are trump; you hold {trumps or 'none'}."


def ready(state: NorthwoodState) -> bool:
    """Tell whether an ally can still be used before a later statement."""
    return bool(state.game.abilities_on) and len(state.game.ability_window.legal(state)) > 1


def chance_now(state: NorthwoodState, action: int = -1) -> str:
    """Give the exact chance of the visit, or the chance after a move; empty if the chance is not known."""
    for one in odds(state, 0):
        if one.probability is not None and (action < 0 or one.action == action):
            return f"{float(one.probability):.0%}"
    return ""


def choose_fief(state: NorthwoodState, seat: int) -> str:
    """Say which ruler to visit."""
    rules = state.game
    aim = ""
    if rules.win_rule == "stars_at_least_threshold":
        aim = f" You need {rules.threshold} stars in all and have {state.stars()}."
    return (
        "Choose the ruler you want to visit by clicking a fief. Its large number is your target: win exactly that many tricks "
        f"there. The ruler's suit is trump.{aim}"
    )


def choose_fief_why(state: NorthwoodState, seat: int, action: int) -> str:
    """Give the stars of a fief, and the exact chance of its visit."""
    fief = action - FIRST_FIEF
    if not 0 <= fief < state.game.fiefs:
        return ""
    stars = counted(state.game.stars[fief], "star")
    found = {one.label: one.probability for one in odds(state, seat) if one.probability is not None}
    chance = found.get(f"fief {fief} succeeds")
    if chance is None:
        return f"It brings {stars}."
    said = f"It brings {stars}, and even without allies the visit has a {float(chance):.0%} chance of success."
    safest = max(found, key=lambda label: found[label])
    if found[safest] > chance:
        other = int(safest.split()[1])
        fewer = state.game.stars[other] < state.game.stars[fief]
        but = f"but brings only {counted(state.game.stars[other], 'star')}" if fewer else "but it can wait for a weaker hand"
        said += f" Fief {other} is safer, at {float(found[safest]):.0%}, {but}."
    return said


def substitute(state: NorthwoodState, seat: int) -> str:
    """Say whether a friendly ruler helps."""
    return (
        "Rulers who are your friends can stand in for allies in this visit. Bring one in only if its ability suits this hand "
        f"better. {standing(state)} {holding(state)}"
    )


def substitute_why(state: NorthwoodState, seat: int, action: int) -> str:
    """Say what a change of helpers is good for."""
    if action == SUBSTITUTES_DONE:
        return "The helpers you have suit this hand well enough."
    return "Its ability is worth more with this hand than that of the ally it replaces."


def ability_window(state: NorthwoodState, seat: int) -> str:
    """Say whether to use an ally."""
    chance = chance_now(state)
    odds_said = f" Without allies the chance of success is {chance}." if chance else ""
    return (
        f"{standing(state)} {holding(state)}{odds_said} Before the ruler speaks you may use one ally, each once a visit. "
        "Point at one to read what it does; click the deck to pass."
    )


def ability_window_why(state: NorthwoodState, seat: int, action: int) -> str:
    """Say what the ally does, or why to wait."""
    if action == PASS:
        return "Each ally helps once a visit, so keep it for a moment when it changes more."
    if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
        ability = state.game.abilities[state.active(action - FIRST_ALLY)]
        return f"The {character_words(state.active(action - FIRST_ALLY))} helps now: {ability.summary}."
    return ""


def respond(state: NorthwoodState, seat: int) -> str:
    """Say which card to answer the statement with."""
    rules = state.game
    stated = int(state.statement)
    legal = [card for card in state.legal() if card < FIRST_FIEF]
    suit, trump = stated // VALUES, int(state.trump())
    winners = [card for card in legal if rules.respond.scores(state, card)]
    follows = bool(legal) and all(card // VALUES == suit for card in legal)
    if follows and suit != trump:
        rule = f"You hold {SUIT_NAMES[suit]}, so you must follow suit: higher wins the trick, lower loses it."
    elif follows:
        rule = "Trump was stated and you hold some, so you must follow: higher wins, lower loses."
    else:
        rule = f"You hold no {SUIT_NAMES[suit]}, so you may play anything: a trump wins, any other card loses."
    if not winners:
        able = "None of your cards can win this trick."
    elif len(winners) == len(legal):
        able = "Whatever you play wins this trick."
    else:
        able = f"It can be won with {listed([card_name(card) for card in winners])}."
    return f"{standing(state)} {rule} {able} {holding(state)}"


def respond_why(state: NorthwoodState, seat: int, action: int) -> str:
    """Say what a card does to the exact chance of the visit."""
    wins = state.game.respond.scores(state, action)
    need = int(state.fief) - len(state.score_pile)
    if len(state.legal()) == 1:
        return "It is the only card you may play."
    if need < 0:
        return "The visit is lost already."
    found = {one.action: one.probability for one in odds(state, seat) if one.action >= 0 and one.probability is not None}
    does = "wins the trick" if wins else "loses the trick"
    mine = found.get(action)
    others = [(float(chance), other) for other, chance in found.items() if other != action]
    if mine is None or not others:
        return f"It {does}."
    best, other = max(others)
    if not mine and not best:
        if ready(state):
            return f"It {does}, and only an ally can still save this visit."
        return "Any other card is as good: this visit can no longer succeed."
    alone = "Without allies, the" if ready(state) else "The"
    said = f"It {does}. {alone} chance of success is then {float(mine):.0%}"
    if best >= float(mine) - 0.0005:
        return f"{said}, and no other card does better."
    return f"{said}; with {card_name(other)} it would be {best:.0%}."


def inside(state: NorthwoodState, seat: int) -> str:
    """Describe a choice inside an ability."""
    if state.fief == NONE or state.slot == NONE:
        return ""
    ability = state.game.abilities[state.active(state.slot)]
    return f"You use the {character_words(state.active(state.slot))}: {ability.summary}. {standing(state)} {holding(state)}"


def inside_why(state: NorthwoodState, seat: int, action: int) -> str:
    """Say what the choice does to the hand."""
    done = int(state.fief) <= len(state.score_pile)
    return "You do not want to win with it any more." if done and action in cards_in(state.hand) else ""


ABILITY_PHASES: Final = tuple(
    [
        f"{rank}_of_{suit}"
        for suit in ("claws", "flowers", "leaves", "eyes")
        for rank in ("jack", "queen", "king", "prince", "lady", "baron")
    ]
)

WORDS: Final[Mapping[str, Callable[[NorthwoodState, int], str]]] = {
    "choose_fief": choose_fief,
    "substitute": substitute,
    "ability_window": ability_window,
    "respond": respond,
    **dict.fromkeys(ABILITY_PHASES, inside),
}
"""For each phase: what you decide, and what matters in this position."""

WHY: Final[Mapping[str, Callable[[NorthwoodState, int, int], str]]] = {
    "choose_fief": choose_fief_why,
    "substitute": substitute_why,
    "ability_window": ability_window_why,
    "respond": respond_why,
    **dict.fromkeys(ABILITY_PHASES, inside_why),
}
"""For each phase: why a move is good there."""

SCORING: Final = ("nontrump_scoring", "visit_end_check")
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "choose_fief": (*SCORING, "rulers", "setup"),
    "substitute": SCORING,
    "ability_window": (*SCORING, "activations_per_dialogue"),
    "respond": SCORING,
    **dict.fromkeys(ABILITY_PHASES, SCORING),
}
"""For each phase: the options whose usual values its words assume."""

EVENTS: Final[Mapping[str, str]] = {
    "scores": "You won the trick: your card goes on the score pile and counts towards the target.",
    "falls_short": "You lost the trick. That does no harm as long as you can still reach the target.",
    "exhausted": "The ally is exhausted until the end of this visit.",
    "fief_won": "You hit the target: the ruler becomes your friend, and the stars are yours.",
    "fief_lost": "You missed the target: the ruler leaves, and the stars are lost.",
}
"""For each kind of event: what to say when it happens for the first time."""

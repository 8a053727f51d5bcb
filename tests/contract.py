"""What every game must satisfy, written once and inherited: `class TestMyGame(GameContract): name = "my_game"`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from fractions import Fraction
from inspect import getsource, signature
from itertools import combinations, cycle, islice, product, zip_longest
from math import sqrt
from typing import Any, ClassVar, Final, NamedTuple

import pytest

import workbench as wb
from tests.helpers import judgement, spread
from workbench.adapters import tensors
from workbench.checking import LONGEST, chance_faults, copy_faults, legal_faults, random_game, slots
from workbench.core.events import Listener, in_words
from workbench.core.exact import mean
from workbench.core.fields import Data
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.phase import Phase, states_refusals
from workbench.core.pieces import LEAST
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.registry import candidates_of
from workbench.core.scene import Helper, Panel
from workbench.core.seating import Seating
from workbench.core.state import CHANCE, OVER, State, View

Question = tuple[tuple[int, ...], Callable[[State], int | None]]
"""What a figure asks: the actions it begins with, and whether a later position has settled it (1 or 0; None if not yet)."""


class Moved(NamedTuple):
    """Clauses that some options take out of force.

    Attributes:
        options: the options, with whatever else they need to matter.
        off: the clauses that nothing may cite any more; ``XY-BID-*`` stands for several.
        now: the clauses that are cited in their place.
        without: options under which the clauses that are off are cited; none unless it says so.
    """

    options: dict[str, Any]
    off: str = ""
    now: str = ""
    without: dict[str, Any] | None = None


def matching(patterns: str, clauses: set[str]) -> set[str]:
    """The clauses that a pattern stands for."""
    return {clause for clause in clauses for pattern in patterns.split() if fnmatchcase(clause, pattern)}


def cited(game: Game, wanted: set[str], fewest: int, most: int, every: int = 5) -> set[str]:
    """Every clause that random games put forward: by events, refusals of any action, moves and explanations.

    Args:
        game: the game.
        wanted: patterns of clauses; games are played until each has come up.
        fewest: games that are played in any case.
        most: games after which the search is given up.
        every: the refusals of one position in so many are looked at, and those of the last.
    """
    found: set[str] = set()
    for seed in range(most):
        if seed >= fewest and all(matching(pattern, found) for pattern in wanted):
            break
        listener = Listener()
        for number, (state, _) in enumerate(random_game(game, seed, game.start(listener))):
            phase = state.phase
            found |= set(phase.clauses_now(state))
            found |= {phase.clause_of(state, action) for action in state.legal() if state.to_move >= 0}
            if number % every == seed % every or state.to_move == OVER:
                found |= {reason.clause for action in range(game.actions) for reason in phase.reasons(state, action)}
        found |= {event.clause for event in listener.events}
    return found


MOST_OF_A_PAIR: Final = 500
"""So many decisions and random events are played with each pair of changed options."""


def pairs_read(game: Game) -> list[tuple[str, str]]:
    """The pairs of options that one phase reads: what it asks of the rules is named after them."""
    names, found = [option.name for option in game.option_table], set[tuple[str, str]]()
    for phase in game.phases.values():
        asked = set(re.findall(r"(?:game|rules)\.(\w+)", getsource(type(phase))))
        found |= set(combinations(sorted({name for name in names for one in asked if name in one}), 2))
    return sorted(found)


def twists(kind: type[Phase[Any]]) -> list[type[Phase[Any]]]:
    """A phase with other rules, in ways that fit any: one outcome or move fewer, uneven chances, each action does another's."""

    def fewer(self: Any, state: Any) -> tuple[int, ...]:
        legal = kind.legal(self, state)
        return legal[:-1] if len(legal) > 1 else legal

    def lopsided(self: Any, state: Any) -> tuple[tuple[int, int], ...]:
        return tuple([(one, weight * place) for place, (one, weight) in enumerate(kind.chance(self, state), 1)])

    def another(self: Any, state: Any, action: int) -> None:
        legal = kind.legal(self, state)
        kind.apply(self, state, legal[(legal.index(action) + 1) % len(legal)] if action in legal else action)

    return [
        type("Fewer", (kind,), {"legal": fewer}),
        type("Lopsided", (kind,), {"chance": lopsided}),
        type("Another", (kind,), {"apply": another}),
    ]


def two_of_them(kind: type[Phase[Any]]) -> type[Phase[Any]]:
    """A phase that allows only two of its moves, others in each position."""

    def legal(self: Any, state: Any) -> tuple[int, ...]:
        usual = kind.legal(self, state)
        if len(usual) < 3:
            return usual
        one = (usual[0] + 5 * len(usual) + usual[-1]) % len(usual)
        return tuple(sorted({usual[one], usual[(one + 1 + len(usual) // 2) % len(usual)]}))

    return type("TwoOfThem", (kind,), {"legal": legal})


MOST_CHOICES: Final = 4
"""So many decisions of a game are put before every player."""
ONE_AS_MANY: Final = re.compile(
    r"(?<![\d.,:/+−-])(?<!Player )1 (actions|areas|cards|chips|claims|counters|events|fields|folks|games|groups|moves|nobles"
    r"|offers|peasants|plots|points|rounds|slaves|slots|stars|steps|tiles|tokens|travellers|tricks|turns|visits|workers)\b",
    re.IGNORECASE,
)
"""A number and a noun that do not go together."""
SIGN: Final = 5
"""A text of so many letters is a sign or a number, which is never made smaller to fit."""
FITTED: Final = 0.75
"""The least share of the least size that a longer text is fitted with."""
FEW_PLAYOUTS: Final = 4
"""How often players try things out here, where it matters what they look at and not how well they play."""


def thrifty(game: Game, name: str, rng: Random) -> Player:
    """A named player that does not think for long."""
    kind: Any = candidates_of(game)[name]
    tries = "playouts" in signature(kind.__init__).parameters
    return kind(game, rng, playouts=FEW_PLAYOUTS) if tries else kind(game, rng)


def under(game: Game, state: State) -> State:
    """The same position under other rules."""
    moved = state.copy()
    for name in ("game", "rules"):
        if hasattr(moved, name):
            setattr(moved, name, game)
    moved.phase = game.phases[state.phase.name]
    return moved


class GameContract:
    """Inherit, name the game, list the variants to try, and fill in the hooks.

    Attributes:
        name: the game's folder.
        variants: sets of options that reach every part of the rules.
        seeds: how many random games of each variant are looked at.
        most_seeds: how many are played at most to find what must come up in some game.
        every: where a look at a position takes long, each position of a random game is looked at; in the short run one in
            so many, and the first of each phase. Of the values of an option it takes the first and one in so many, too.
        moved_clauses: which clauses the options take out of force.
    """

    name: ClassVar[str]
    variants: ClassVar[dict[str, dict[str, Any]]] = {"default": {}}
    seeds: ClassVar[int] = 6
    most_seeds: ClassVar[int] = 6
    every: ClassVar[int] = 1
    players: ClassVar[tuple[int, ...]] = (1,)
    moved_clauses: ClassVar[tuple[Moved, ...]] = ()

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def fewer_games_in_the_short_run(cls, request: pytest.FixtureRequest) -> Iterator[None]:
        """In the short run one random game of each variant is looked at instead of several, and some of its positions."""
        with pytest.MonkeyPatch.context() as patch:
            if request.config.getoption("--quick"):
                patch.setattr(cls, "seeds", 1)
                patch.setattr(cls, "every", 23)
            yield

    @pytest.fixture(scope="class")
    @classmethod
    def games(cls) -> dict[str, Game]:
        """One game for each variant and number of players; in the short run each variant and each number comes up once."""
        pairs = list(product(cls.variants, cls.players))
        if cls.every > 1:
            most = max(len(cls.variants), len(cls.players))
            pairs = list(islice(zip(cycle(cls.variants), cycle(cls.players), strict=False), most))
        return {f"{variant} for {players}": cls.load(players, **cls.variants[variant]) for variant, players in pairs}

    # -- hooks ---------------------------------------------------------------------------------------------------------

    def conserved(self, state: State) -> None:
        """Assert that no component is lost or doubled."""
        raise NotImplementedError

    def moved_option(self, name: str, value: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """Options without and with a changed option, in a setting where it matters."""
        return {}, {name: value}

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        """The position written down, with all that this seat cannot know drawn anew, and without help from the rules.

        A game that hides something must fill this in; one that conceals nothing has nothing to draw.
        """
        assert not tensors.has_secrets(state.game), "say what a seat cannot know"
        return state.to_dict()

    figure_variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Options of games whose figures are held to the phases: small ones, so that every line of play can be followed."""
    changed_rules: ClassVar[tuple[type[Phase[Any]], ...]] = ()
    """Further phases with other rules, for what `twists` does not reach."""
    most_figures: ClassVar[int] = 3
    """Positions of each phase that are looked at."""

    conditional: ClassVar[frozenset[str]] = frozenset()
    """Options by which a game may be over before what the odds ask has come: they have no answer there."""

    def goes_on(self, state: State) -> bool:
        """Whether what the odds ask will surely come before the game is over."""
        return True

    def fits_a_figure(self, state: State) -> bool:
        """Whether the figures of a position can be worked out by following every line of play."""
        return True

    def asked_by(self, state: State, seat: int, label: str) -> Question:
        """What a line of odds asks."""
        raise NotImplementedError(f"say what the odds {label!r} ask")

    def choices(self, state: State) -> tuple[int, ...]:
        """What is chosen from at a decision on the way to an answer; the best counts."""
        return state.legal()

    def tells_the_table(self, game: Game, figure: Panel | Helper) -> bool:
        """Whether a panel or helper tells what lies on the table, so that no changed phase of this game moves it."""
        return False

    def check_foretold(self, state: State, seat: int, figure: Panel | Helper) -> None:
        """Assert that a panel or helper that foretells something is right, by playing the phases."""
        raise NotImplementedError(f"say how {figure.title!r} is worked out, or that it tells what lies on the table")

    def looked_at(self, game: Game, seed: int, every: int = 1, beginning: int = 0) -> Iterator[State]:
        """Positions of a random game: one in so many, the beginning, and the end; in the short run fewer (see `every`)."""
        short = self.every > 1
        met: set[str] = set()
        for number, (state, _) in enumerate(random_game(game, seed)):
            first = state.phase.name not in met if short else number < beginning
            if first or number % (every * self.every) == 0 or state.to_move == OVER:
                met.add(state.phase.name)
                yield state

    @classmethod
    def load(cls, players: int | None = None, **options: Any) -> Game:
        """The game with options."""
        return wb.load(cls.name, players, **options)

    # -- states --------------------------------------------------------------------------------------------------------

    def test_copies_are_equal_and_independent(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                kept: list[tuple[State, tuple[Any, ...]]] = []
                for state, _ in random_game(game, seed):
                    twin = state.copy()
                    assert copy_faults(state, twin) == [] and twin.listener is None
                    kept.append((twin, twin.key()))
                for number, (twin, key) in enumerate(kept):
                    assert twin.key() == key, "an earlier copy changed while the game went on"
                    if number % 37 == 0:
                        list(random_game(game, seed + 1, twin.copy()))
                        assert twin.key() == key, "playing on a copy changed the original"

    def test_replaying_the_actions_gives_the_same_position_at_every_step(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                again = game.start()
                for state, action in random_game(game, seed):
                    assert again.key() == state.key()
                    if action >= 0:
                        again.apply(action)

    def test_listening_changes_nothing(self, games: dict[str, Game]) -> None:
        for game in games.values():
            listened = game.start()
            listened.listener = Listener()
            for state, action in random_game(game, 1):
                assert listened.key() == state.key()
                if action >= 0:
                    listened.apply(action)
            assert listened.listener.events

    def test_every_event_names_a_clause_of_the_rulebook(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                state = game.start()
                state.listener = Listener()
                list(random_game(game, seed, state))
                assert {event.clause for event in state.listener.events} <= {clause.id for clause in game.rulebook}
                for event in state.listener.events:
                    for text in (event.text, *filter(None, [event.public])):
                        assert text[0].isupper() and text.endswith("."), text
                    assert set(event.to) <= set(range(game.players)), "told to nobody's seat"

    def test_events_are_data(self, games: dict[str, Game]) -> None:
        for game in games.values():
            kinds = {kind.name: kind for kind in game.kinds()}
            assert len(kinds) == len(game.kinds()), "two kinds of one name"
            rulebook = {clause.id for clause in game.rulebook}
            for kind in kinds.values():
                assert set(kind.all_clauses) <= rulebook, kind.name
            for seed in range(self.seeds):
                state = game.start()
                state.listener = Listener()
                list(random_game(game, seed, state))
                for event in state.listener.events:
                    kind = kinds[event.kind]
                    assert event.clause in kind.all_clauses, f"{kind.name} names {event.clause}"
                    written = {"seat": event.seat, **json.loads(json.dumps(event.fields))}
                    assert in_words(game, kind.words, written) == event.text, "more than fields went into the words"
                    assert set(event.secret) <= set(event.fields)
                    known = {name: value for name, value in written.items() if name not in event.secret}
                    assert not event.public or in_words(game, kind.public, known) == event.public

    def test_options_take_clauses_out_of_force(self) -> None:
        every = 5 if self.every == 1 else 10
        switched_off: dict[str, set[str]] = {}
        for _, off, _, without in self.moved_clauses:
            switched_off.setdefault(str(without), set()).update(off.split())
        usually: dict[str, set[str]] = {}
        for options, off, now, without in self.moved_clauses[:: 1 if self.every == 1 else 2]:
            here = cited(self.load(self.players[0], **options), set(now.split()), self.seeds, self.most_seeds, every)
            assert matching(off, here) == set(), f"cited under {options}"
            assert set(now.split()) - here == set(), f"not cited under {options}"
            if str(without) not in usually:
                game = self.load(self.players[0], **(without or {}))
                usually[str(without)] = cited(game, switched_off[str(without)], self.seeds, self.most_seeds, every)
            usual = usually[str(without)]
            assert [one for one in off.split() if not matching(one, usual)] == [], f"not cited under {without} either"

    def test_games_end_and_give_a_result_for_each_seat(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                *_, (last, _) = random_game(game, seed)
                assert last.to_move == OVER
                assert last.legal() == () and last.chance() == ()
                assert len(last.scores()) == len(last.returns()) == game.players

    def test_components_are_conserved(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                for state, _ in random_game(game, seed):
                    self.conserved(state)

    # -- actions and chance --------------------------------------------------------------------------------------------

    def test_legal_actions_are_sorted_distinct_and_in_the_vocabulary(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                for state, _ in random_game(game, seed):
                    assert legal_faults(state) == []

    def test_chance_lists_the_legal_outcomes_and_adds_up_to_one(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                for state, _ in random_game(game, seed):
                    outcomes = state.chance()
                    assert chance_faults(state) == []
                    if state.to_move != CHANCE:
                        continue
                    total = sum(weight for _, weight in outcomes)
                    assert sum(Fraction(weight, total) for _, weight in outcomes) == 1

    def test_rolling_draws_each_outcome_with_its_own_chance(self, games: dict[str, Game]) -> None:
        """Where one roll is one outcome. A phase that rolls several at once has a test of its own beside the game."""
        rng, seen = Random(21), set[str]()
        for game in games.values():
            if self.every == 1:  # in the short run each phase rolls under one variant
                seen = set()
            for state, _ in random_game(game, 6):
                if state.to_move != CHANCE or state.phase.name in seen:
                    continue
                seen.add(state.phase.name)
                outcomes = state.chance()
                reached = {}
                for outcome, weight in outcomes:
                    child = state.copy()
                    child.apply(outcome)
                    reached[child.key()] = reached.get(child.key(), 0) + weight
                rolls = 60 * len(reached)
                counts = dict.fromkeys(reached, 0)
                first = state.copy()
                first.roll(rng)
                if first.key() not in reached:
                    continue  # several at once
                for _ in range(rolls):
                    child = state.copy()
                    child.roll(rng)
                    counts[child.key()] += 1
                total = sum(reached.values())
                surprise = sum(
                    (counts[key] - rolls * w / total) ** 2 / (rolls * w / total) for key, w in reached.items()
                )
                freedom = len(reached) - 1
                assert surprise <= freedom + 5 * (2 * freedom) ** 0.5, state.phase.name

    def test_a_move_is_refused_exactly_if_it_is_not_legal(self, games: dict[str, Game]) -> None:
        for game in games.values():
            clauses = {clause.id for clause in game.rulebook}
            for state in self.looked_at(game, 3, every=5):
                phase = state.phase
                legal = state.legal() if state.to_move >= 0 else ()
                for action in range(game.actions):
                    reasons = phase.reasons(state, action)
                    if state.to_move != CHANCE:
                        assert (not reasons) == (action in legal)
                    if state.to_move >= 0 and states_refusals(type(phase)):
                        asked = game.kind_of(action) in phase.allows
                        free = asked and phase.against(state, action) is None
                        assert free == (action in legal), f"{phase.name}: `legal` and `against` differ on {game.symbol(action)}"
                    for reason in reasons:
                        assert reason.clause in clauses
                        assert reason.text[0].isupper() and reason.text.endswith((".", "?")), reason.text

    def test_every_move_and_outcome_is_allowed_by_a_clause_of_the_rulebook(self, games: dict[str, Game]) -> None:
        for game in games.values():
            clauses = {clause.id for clause in game.rulebook}
            for seed in range(self.seeds):
                for state, _ in random_game(game, seed):
                    phase = state.phase
                    assert {phase.clause_of(state, action) for action in state.legal()} <= clauses
                    assert state.to_move != OVER or phase.clause_here(state) in clauses

    def test_words_of_any_phase_can_be_had_at_any_moment(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for number, state in enumerate(self.looked_at(game, 7, every=11)):
                for place, phase in enumerate(game.phases.values()):
                    if self.every == 1 or place % 4 == number % 4:
                        assert all(phase.words(state, action) for action in range(game.actions))

    def test_boards_offer_each_move_at_the_thing_it_is_about(self, games: dict[str, Game]) -> None:
        for game in games.values():
            kinds = {game.symbol(action).partition(":")[0] for action in range(game.actions)}
            assert all(set(phase.tried()) <= kinds for phase in game.phases.values())
            for state in self.looked_at(game, 4, every=9):
                mover = int(state.to_move)
                if mover < 0:
                    continue
                spots = {spot.thing or spot.name: spot for spot in game.scene(state.view(mover).state, mover).spots}
                for action in state.legal():
                    thing = state.phase.thing(state, action)
                    assert thing not in spots or action in spots[thing].legal
                assert {action for spot in spots.values() for action in spot.legal} <= set(state.legal())

    def test_signs_and_words_on_a_board_are_large_enough_to_read(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for state in self.looked_at(game, 5, every=23):
                seat = max(int(state.to_move), 0)
                scene = game.scene(state.view(seat).state, seat)
                for shape in [*scene.shapes, *[shape for spot in scene.spots for shape in spot.shapes]]:
                    if shape.kind == "text" and shape.text.strip():
                        share = 1 if len(shape.text) <= SIGN else FITTED
                        assert float(shape.attributes["font-size"]) >= share * LEAST, shape.text

    def test_one_thing_is_never_counted_as_many(self, games: dict[str, Game]) -> None:
        for game in games.values():
            said = {event.text for event in game.match(seed=5).play_out("random")}
            for state in self.looked_at(game, 6, every=13):
                seat = max(int(state.to_move), 0)
                scene = game.scene(state.view(seat).state, seat)
                said |= {scene.title, *[spot.label for spot in scene.spots]}
                said |= {shape.text for shape in (*scene.shapes, *[one for spot in scene.spots for one in spot.shapes])}
                said |= {state.phase.words(state, action) for action in state.legal()}
                said |= {state.phase.note(state, action) for action in state.legal()}
            assert [words for words in said if ONE_AS_MANY.search(words)] == []

    def test_moves_in_words_name_one_action_each(self, games: dict[str, Game]) -> None:
        for game in games.values():
            match, met = game.match(seed=2), set[str]()
            while not match.over:
                if self.every > 1 and match.step % self.every and match.state.phase.name in met:
                    legal = match.state.legal()
                    match.play(legal[match.step * 7 % len(legal)])
                    continue
                met.add(match.state.phase.name)
                moves = match.moves()
                assert tuple(move.action for move in moves) == match.state.legal()
                assert len({move.text for move in moves}) == len(moves)
                for move in moves:
                    assert match.find(move.text) == match.find(move.symbol) == move.action
                    assert move.clause in game.rulebook
                match.play(moves[match.step * 7 % len(moves)].action)

    # -- what a seat may know ------------------------------------------------------------------------------------------

    def test_a_view_is_equal_under_every_resampling(self, games: dict[str, Game]) -> None:
        rng = Random(11)
        for game in games.values():
            for state in self.looked_at(game, 4, every=3):
                for seat in range(game.players):
                    other = state.resample(seat, rng)
                    assert other.view(seat) == state.view(seat)
                    assert other.view(seat).to_dict() == state.view(seat).to_dict()
                    if state.to_move == seat:
                        assert other.legal() == state.legal() == state.view(seat).legal()

    def test_a_resampled_position_can_be_played_to_the_end(self, games: dict[str, Game]) -> None:
        rng = Random(12)
        for game in games.values():
            for number, (state, _) in enumerate(random_game(game, 5)):
                if number % (29 if self.every == 1 else 87) == 0 and state.to_move >= 0:
                    other = state.resample(int(state.to_move), rng)
                    for later, _ in random_game(game, number, other):
                        self.conserved(later)

    def test_no_seat_is_told_what_it_cannot_know(self, games: dict[str, Game]) -> None:
        # resampling begins with the view, so it would keep a secret that the view has let out: `disguised` is the other source
        rng = Random(13)
        for game in games.values():
            changed = False
            for state in self.looked_at(game, 6, every=2, beginning=41):
                for seat in range(game.players):
                    other = game.position(self.disguised(state, seat, rng))
                    if other.key() == state.key():
                        continue  # nothing is hidden from this seat here
                    changed = True
                    mine, theirs = state.view(seat), other.view(seat)
                    assert theirs == mine, f"seat {seat} sees what it cannot know"
                    assert tensors.text(theirs) == tensors.text(mine)
                    assert tensors.tensor(game, theirs) == tensors.tensor(game, mine)
                    assert tensors.mask(other, seat) == tensors.mask(state, seat)
            # the few positions of the short run may miss the only moment at which something is hidden
            assert changed == tensors.has_secrets(game) or (self.every > 1 and not changed)

    def worlds_alike(self, game: Game, rng: Random) -> list[tuple[State, ...]]:
        """Positions with a choice, each with one that its seat cannot tell from it; alone where it knows everything.

        There are as many of the first kind as can be had. If there is none, the long run takes a position twice.
        """
        most = 1 if self.every > 1 else MOST_CHOICES
        choosing = list[State]()
        for seed in range(7, 12):  # one game, unless it is a short one
            if len(choosing) < 2 * most:
                looked_at = self.looked_at(game, seed)
                choosing += [one.copy() for one in looked_at if one.to_move >= 0 and len(one.legal()) > 1]
        differing, known = list[tuple[State, ...]](), list[State]()
        for state in spread(choosing, 10 * most):
            other = game.position(self.disguised(state, int(state.to_move), rng))
            if other.key() != state.key():
                differing.append((state, other))
            else:
                known.append(state)
        found = spread(differing, most)
        for state in spread(known, most - len(found) if tensors.has_secrets(game) else 1):
            found.append((state,) if found or self.every > 1 else (state, state.copy()))
        return found

    def test_players_judge_alike_in_worlds_that_look_alike(self, games: dict[str, Game]) -> None:
        rng = Random(14)
        part = 1 if self.every == 1 else len(games)  # in the short run each player plays in one variant or more
        differing = 0
        for place, game in enumerate(games.values()):
            for number, worlds in enumerate(self.worlds_alike(game, rng)):
                seat = int(worlds[0].to_move)
                differing += worlds[0].key() != worlds[-1].key()
                for name in list(candidates_of(game))[place % part :: part]:
                    judged = [judgement(thrifty(game, name, Random(15, number)), one.view(seat)) for one in worlds]
                    assert judged[0] == judged[-1], f"{name} knows what seat {seat} cannot know"
                    assert judged[0][0] in worlds[0].legal()
        assert differing or self.every > 1 or not any(tensors.has_secrets(game) for game in games.values())

    def test_players_choose_among_what_a_changed_phase_allows(self, games: dict[str, Game]) -> None:
        """Each phase in turn allows two of its moves only: a player makes one of them, whatever it would do otherwise."""
        for place, game in enumerate(list(games.values())[: len(games) if self.every == 1 else 1]):
            part = 3 if place or self.every > 1 else 1  # each player in each phase of the first variant; a third of the others
            met = dict[str, State]()
            for seed in range(self.seeds):
                for state, _ in random_game(game, seed):
                    if state.to_move >= 0 and len(state.legal()) > 2 and state.phase.name not in met:
                        met[state.phase.name] = state.copy()
            for number, (name, state) in enumerate(met.items(), place):
                options, phases = game.options.changed(), {name: two_of_them(type(game.phases[name]))}
                changed = self.load(game.players, **{one: game.options[one] for one in options}, phases=phases)
                seen = under(changed, state)
                for player in list(candidates_of(changed))[number % part :: part]:
                    chosen = thrifty(changed, player, Random(16, number)).choose(seen.view(int(seen.to_move)))
                    assert chosen in seen.legal(), f"{player} in {name}"

    # -- views as text and numbers -------------------------------------------------------------------------------------

    def test_every_field_of_the_tensor_has_a_name_of_its_own_and_a_meaning(self, games: dict[str, Game]) -> None:
        for game in games.values():
            fields = tensors.fields(game)
            assert len({field.name for field in fields}) == len(fields)
            assert all(field.size > 0 and field.meaning.endswith(".") for field in fields)

    def test_different_views_have_different_texts_and_numbers(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                texts: dict[str, View] = {}
                rows: dict[tuple[float, ...], View] = {}
                for state in self.looked_at(game, seed):
                    for seat in range(game.players):
                        view = state.view(seat)
                        row = tuple(tensors.tensor(game, view))
                        assert len(row) == tensors.fields(game).size and min(row) >= 0 and max(row) <= 1
                        assert texts.setdefault(tensors.text(view), view) == view
                        assert rows.setdefault(row, view) == view

    def test_texts_and_numbers_do_not_depend_on_positions_that_came_before(self, games: dict[str, Game]) -> None:
        """A table of fields keeps what it has worked out; one that has seen no other position must give the same."""
        for name, game in games.items():
            table, before = game.fields(), game.start()
            for number, (state, _) in enumerate(random_game(game, 17)):
                numbers, text = table.tensor(state), table.write(state, (before, table.write(before)))
                before = state.copy()
                if number % 20 == 0:
                    fresh = self.load(game.players, **self.variants[name.rpartition(" for ")[0]]).fields()
                    assert numbers == fresh.tensor(state)
                    assert text == fresh.write(state)

    def test_texts_and_numbers_are_the_same_after_replay_copy_and_undo(self, games: dict[str, Game]) -> None:
        def looks(state: State) -> list[Any]:
            views = [state.view(seat) for seat in range(state.game.players)]
            return [(tensors.text(view), tensors.tensor(state.game, view)) for view in views]

        for game in games.values():
            match = game.match(seed=9)
            chosen, met = [], set()
            seen = {0: looks(match.state)}
            while not match.over:
                legal = match.state.legal()
                chosen.append(legal[match.step * 5 % len(legal)])
                match.play(chosen[-1])
                if match.step % self.every == 0 or match.over or match.state.phase.name not in met:
                    met.add(match.state.phase.name)
                    seen[match.step] = looks(match.state)
            again = game.match(seed=9)
            for step, action in enumerate(chosen):
                if step in seen:
                    assert looks(again.state.copy()) == seen[step]
                again.play(action)
            for step in sorted(seen, reverse=True):
                match.goto(step)
                assert looks(match.state) == seen[step]

    # -- positions written down ----------------------------------------------------------------------------------------

    def test_positions_survive_being_written_down(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for seed in range(self.seeds):
                for state in self.looked_at(game, seed):
                    written = state.to_dict()
                    back = game.position(json.loads(json.dumps(written)))
                    assert back.key() == state.key()
                    assert back.to_dict() == written

    def test_every_field_of_a_state_stands_in_the_table(self, games: dict[str, Game]) -> None:
        for game in games.values():
            table, wired = game.fields(), {"game", "rules", "phase", "to_move", "listener"}
            assert wb.compiled or set(slots(game.blank())) - wired == set(table.attributes)
            assert all(field.meaning.endswith(".") for field in table)
            shown = repr(table)
            assert all(f"\n{key} " in shown for key in game.start().to_dict() if key not in wired)
            assert game.blank().key() == game.blank().copy().key()

    def test_keys_that_hold_nonsense_are_all_refused_at_once(self, games: dict[str, Game]) -> None:
        for game in games.values():
            wrong = {row.written: object() for row in game.fields().written if not isinstance(row.kind, Data)}
            if wrong:
                with pytest.raises(wb.PositionError) as fault:
                    game.position(wrong)
                for key in wrong:
                    assert any(repr(key) in reason for reason in fault.value.reasons), key

    # -- options -------------------------------------------------------------------------------------------------------

    def test_every_option_changes_something(self) -> None:
        def trace(game: Game, seed: int) -> Iterator[Any]:
            for number, (state, action) in enumerate(random_game(game, seed)):
                yield action, None if number % self.every else state.key()
            yield state.key(), state.scores(), state.returns()

        def differ(seed: int) -> bool:  # as soon as the two games do, the rest need not be played
            return any(one != other for one, other in zip_longest(trace(first, seed), trace(second, seed)))

        for option in self.load().option_table:
            values = [value for value in option.allowed.samples() if value != option.default]
            for value in values[:: self.every]:
                without, changed = self.moved_option(option.name, value)
                if without == changed:
                    continue
                first, second = self.load(**without), self.load(**changed)
                assert second.options[option.name] == option.allowed.check(value)
                assert any(differ(seed) for seed in range(200)), f"{option.name}={value!r} changes nothing"

    def test_every_pair_of_options_that_a_phase_reads_goes_together(self) -> None:
        """Both are changed at once: a game is played for a while, and what may be done is what nothing stands against."""
        usual, rng = self.load(), Random("pairs")
        allowed = {option.name: option for option in usual.option_table}
        for number, names in enumerate(pairs_read(usual)[:: self.every]):
            changed: dict[str, Any] = {}
            for name in names:
                values = [value for value in allowed[name].allowed.samples() if value != allowed[name].default]
                changed |= self.moved_option(name, values[rng.below(len(values))])[1]
            try:
                game = self.load(**changed)
            except wb.OptionError:  # the two do not go together
                continue
            for step, (state, action) in enumerate(random_game(game, number)):
                if step > MOST_OF_A_PAIR:
                    break
                if state.to_move >= 0:
                    assert action in state.legal(), changed
                if step % 29 == number % 29 and state.to_move != OVER:
                    self.conserved(state)
                    legal = state.legal()
                    assert legal, changed
                    tried = [*legal, *[int(rng.below(game.actions)) for _ in range(60)]]
                    for one in tried if state.to_move >= 0 else ():
                        assert (not state.phase.reasons(state, one)) == (one in legal), (changed, game.symbol(one))
                    assert game.position(state.to_dict()).key() == state.key(), changed

    def test_every_option_serves_a_clause_of_the_rulebook(self, games: dict[str, Game]) -> None:
        for game in games.values():
            for row in game.options.table():
                assert row["clause"] in game.rulebook
                assert row["meaning"].endswith(".")

    # -- matches -------------------------------------------------------------------------------------------------------

    def test_the_steps_of_a_choice_may_come_in_any_order(self, games: dict[str, Game]) -> None:
        """At a table; the rules have one order for them, so that the same choice is one line of play."""
        for game in games.values():
            rng = Random(61)
            seating = Seating(game.match(seed=3), screens=False)
            match = seating.match
            for _ in range(150):
                if match.over:
                    break
                earlier = seating.earlier_moves()
                legal = match.state.legal()
                assert not set(earlier) & set(legal)
                assert [move.action for move in seating.moves()] == [*legal, *earlier]
                if earlier and rng.below(2):
                    action = list(earlier)[rng.below(len(earlier))]
                    phase, step, begin = match.state.phase, match.step, earlier[action]
                    made = match.made_since(begin)
                    seating.play(action)
                    assert match.made_since(begin) == (action, *made)
                    assert (match.step, match.state.phase) == (step + 1, phase)
                else:
                    seating.play(legal[rng.below(len(legal))])

    def test_undo_redo_goto_branch_and_files_agree(self, games: dict[str, Game]) -> None:
        for game in games.values():
            match = game.match(seed=8)
            match.play_out("random")
            keys = []
            for step in range(match.steps + 1):
                match.goto(step)
                keys.append(match.state.key())
            middle = match.steps // 2
            match.goto(middle)
            match.undo()
            assert match.state.key() == keys[middle - 1]
            match.redo()
            assert match.state.key() == keys[middle]
            other = match.branch()
            other.play_out("random")
            assert match.state.key() == keys[middle]
            again = wb.Match.from_json(match.to_json())
            assert again.step == middle and again.steps == match.steps and again.log == match.log
            for step in range(match.steps + 1):
                again.goto(step)
                assert again.state.key() == keys[step]

    # -- figures and the rules they rest on ----------------------------------------------------------------------------

    def answer(
        self,
        state: State,
        settled: Callable[[State], int | None],
        known: dict[tuple[Any, ...], Fraction],
        key: tuple[Any, ...] | None = None,
    ) -> Fraction:
        """The chance of a question from a position on, by following every line of play; a tie rolled again is left out."""
        found = settled(state)
        if found is not None:
            return Fraction(found)
        assert state.to_move != OVER and len(known) < LONGEST, "the question is never settled"
        key = key or state.key()
        children = []
        options = state.chance() if state.to_move == CHANCE else [(action, 1) for action in self.choices(state)]
        for action, weight in options:
            child = state.copy()
            child.apply(action)
            reached = child.key()
            if reached != key:
                value = known.get(reached)  # most lines of play meet again
                children.append((weight, self.answer(child, settled, known, reached) if value is None else value))
        if state.to_move == CHANCE:
            known[key] = mean(children)
        else:
            known[key] = max([value for _, value in children])
        return known[key]

    def hold_to_the_phases(self, state: State, seat: int, one: Odds, rng: Random) -> None:
        """Assert that a line of odds is what comes of playing: exactly, or within many standard errors over what is unseen."""
        begun, settled = self.asked_by(state, seat, one.label)
        answers, met = [], dict[tuple[Any, ...], Fraction]()
        for _ in range(16 if state.game.has_secrets() else 1):
            full = state.resample(seat, rng)
            key = full.key()
            if key not in met:
                for action in begun:
                    full.apply(action)
                met[key] = self.answer(full, settled, {})
            answers.append(met[key])
        assert one.probability is not None
        average = sum(answers, Fraction(0)) / len(answers)
        spread = sqrt(float(sum([(answer - average) ** 2 for answer in answers], Fraction(0)))) / len(answers)
        assert abs(float(one.probability - average)) <= 6 * spread + 1e-9, (
            f"{one.label} is shown as {one.probability}, and it is {average}: {state.to_dict()}"
        )

    def check_figures(self, state: State, usual: State, seat: int, changed: str, rng: Random) -> int:
        """Assert that nothing is shown that these rules do not bear out; gives how many lines of odds were worked out."""
        seen = state.view(seat).state
        checked = 0
        for one in state.game.odds(seen, seat):
            if one.probability is None:
                told = changed in state.game.changed_phases and repr(changed) in one.note
                assert told or (not changed and " is not shown: " in one.note), one.note
            else:
                self.hold_to_the_phases(state, seat, one, rng)
                checked += 1
        for name in ("panels", "helpers"):
            shown = getattr(state.game, name)(seen, seat)
            before = shown if usual is state else getattr(usual.game, name)(usual.view(seat).state, seat)
            plain = {figure.title: figure for figure in before}
            for figure in shown:
                if figure.note.endswith("changed in these rules."):
                    assert repr(changed) in figure.note
                elif self.tells_the_table(state.game, figure):
                    usually = plain.get(figure.title, figure)  # what may be chosen in it may well have changed
                    assert figure.readable() == usually.readable(), f"{figure.title} follows {changed!r}"
                else:
                    self.check_foretold(state, seat, figure)
        return checked

    def positions_of_figures(self, game: Game) -> list[State]:
        """Positions in which the figures are looked at: some of each phase that asks."""
        found: list[State] = []
        seen: dict[str, int] = {}
        for seed in range(8):
            for number, (state, _) in enumerate(random_game(game, seed)):
                name = state.phase.name
                if state.to_move >= 0 and seen.get(name, 0) < self.most_figures and self.fits_a_figure(state):
                    if number % 3 == 0 or not seen.get(name):
                        seen[name] = seen.get(name, 0) + 1
                        found.append(state.copy())
        return found

    def test_figures_are_what_comes_of_playing_the_phases(self) -> None:
        rng, checked = Random(31), 0
        for options in self.figure_variants:
            game = self.load(self.players[0], **options)
            for state in self.positions_of_figures(game):
                for seat in range(game.players):
                    checked += self.check_figures(state, state, seat, "", rng)
        assert checked > 0 or self.load().face("odds") is None

    @pytest.mark.long
    def test_figures_follow_every_option(self) -> None:
        """Each option is changed in turn, and what is shown compared with play in a few positions, other ones each time."""
        rng, seed = Random(33), 0
        for option in self.load().option_table:
            values = [value for value in option.allowed.samples() if value != option.default]
            for value in () if option.name in self.conditional else values[:: self.every]:
                _, changed = self.moved_option(option.name, value)
                try:
                    game = self.load(self.players[0], **{**self.figure_variants[0], **changed})
                except wb.OptionError:  # the two do not go together
                    game = self.load(self.players[0], **changed)
                seed, seen = seed + 1, dict[str, int]()
                for number, (state, _) in enumerate(random_game(game, seed)):
                    name = state.phase.name
                    if state.to_move < 0 or seen.get(name) or number % 3:
                        continue
                    if not self.fits_a_figure(state) or not self.goes_on(state):
                        continue
                    seen[name] = seen.get(name, 0) + 1
                    try:
                        self.check_figures(state, state, int(state.to_move), "", rng)
                    except AssertionError as fault:
                        raise AssertionError(f"{option.name}={value!r}: {fault}") from fault

    def test_no_figure_outlives_the_rule_it_rests_on(self) -> None:
        """Each phase is replaced in turn: every figure follows, falls silent, or does not rest on it."""
        rng, number = Random(32), 0
        parts, own = (3, 1) if self.every == 1 else (18, 3)  # in the short run fewer
        for options in self.figure_variants:
            game = self.load(self.players[0], **options)
            positions = self.positions_of_figures(game)
            for place, (name, phase) in enumerate(game.phases.items()):
                ways = twists(type(phase))
                if self.every > 1:  # each phase is changed in one way
                    ways = [ways[place % len(ways)]]
                for twist in [*ways, *[one for one in self.changed_rules if one.name == name]]:
                    changed = self.load(self.players[0], **options, phases={name: twist})
                    assert changed.changed_phases == {name}
                    number += 1  # a part of the positions each, all of them for each phase, and those of the phase itself
                    for at, state in enumerate(positions):
                        if at % parts == number % parts or (state.phase.name == name and at % own == 0):
                            self.check_figures(under(changed, state), state, int(state.to_move), name, rng)


class WholePositionContract(GameContract):
    """What a game must satisfy, too, that says which fields of a position fit together, and not only what each may be."""

    def test_whatever_position_is_accepted_can_be_played_on(self, games: dict[str, Game]) -> None:
        """Positions in which a key or two say what they say in another one: each is refused, or played on for a while."""
        for game in games.values():
            written = [state.to_dict() for state in self.looked_at(game, 0, 3)]
            keys, rng, accepted = sorted({key for one in written for key in one}), Random(1), 0
            for _ in range(max(10, 120 // self.every)):
                mixed, other = dict(written[rng.below(len(written))]), written[rng.below(len(written))]
                for _key in range(2):
                    key = keys[rng.below(len(keys))]
                    mixed[key] = other.get(key)
                try:
                    state = game.position(mixed)
                except wb.PositionError:
                    continue
                accepted += 1
                for _move in range(40 if accepted % 6 else LONGEST):  # now and then to the end: what is odd may show late
                    if state.to_move == OVER:
                        break
                    legal = state.legal()
                    assert legal, (mixed, state.to_dict())
                    state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))])
                assert game.position(state.to_dict()).key() == state.key(), mixed
            assert accepted

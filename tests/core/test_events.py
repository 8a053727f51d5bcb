"""Events and those who listen to them."""

from __future__ import annotations

import pickle

import workbench as wb
from tests.helpers import refused
from workbench.core.events import ClauseCounter, Event, Kind, Listener, in_words


def test_an_event_reads_as_a_sentence_with_its_clause() -> None:
    assert str(Event("NW-TRICK-4", "It scores.", 0, 3)) == "It scores. (NW-TRICK-4)"
    assert Event("NW-TRICK-4", "It scores.") == Event("NW-TRICK-4", "It scores.", -1, 0)


DEALT = Kind("dealt", "NW-SETUP-7", "{who:seat} takes {number} cards.", "{who:seat} takes cards.", ("number",))


def test_words_are_made_of_the_fields() -> None:
    game = wb.load("merry_way", players=2)
    assert in_words(game, DEALT.words, {"who": 1, "number": 3}) == "Player B takes 3 cards."
    assert in_words(game, lambda rules, fields: f"{rules.players} of {fields['n']}", {"n": 4}) == "2 of 4"
    with refused(wb.UnknownNameError, "has no words for a 'dragon'"):
        in_words(game, "{who:dragon}", {"who": 1})


def test_a_listener_keeps_what_it_hears_with_the_step_it_is_at() -> None:
    game, listener = wb.load("merry_way", players=2), Listener()
    listener.hear(game, DEALT, "NW-SETUP-7", -1, (), {"who": 0, "number": 3})
    listener.step = 2
    listener.hear(game, DEALT, "NW-FULL-1", 1, (1,), {"who": 1, "number": 2})
    first, second = listener.events
    assert (first.kind, first.clause, first.seat, first.step) == ("dealt", "NW-SETUP-7", -1, 0)
    assert (second.clause, second.seat, second.step, second.text) == ("NW-FULL-1", 1, 2, "Player B takes 2 cards.")
    assert second.public == "Player B takes cards." and second.to == (1,) and second.secret == ("number",)


def test_words_at_fault_are_found_where_they_are_told_unless_they_are_left_for_later() -> None:
    game, faulty = wb.load("merry_way", players=2), Kind("faulty", "MW-FULL-1", "{who:dragon} comes.")
    with refused(wb.UnknownNameError, "has no words for a 'dragon'"):
        Listener().hear(game, faulty, "MW-FULL-1", -1, (), {"who": 0})
    later = Listener(try_words=False)
    later.hear(game, faulty, "MW-FULL-1", -1, (), {"who": 0})
    with refused(wb.UnknownNameError, "has no words for a 'dragon'"):
        print(later.events[0].text)


def test_an_event_travels_with_its_words_made() -> None:
    game, listener = wb.load("merry_way", players=2), Listener()
    kind = Kind("told", "MW-FULL-1", lambda rules, fields: f"{rules.players} of {fields['n']}")
    listener.hear(game, kind, "MW-FULL-1", -1, (), {"n": 4})
    travelled = pickle.loads(pickle.dumps(listener.events[0]))
    assert travelled == listener.events[0] and travelled.text == "2 of 4" and travelled.game is None
    assert len({travelled, listener.events[0]}) == 1
    assert repr(travelled) == "Event('MW-FULL-1', '2 of 4', -1, 0, '', (), 'told', {'n': 4}, ())"


def test_words_may_name_the_seat_that_did_it() -> None:
    game, listener = wb.load("merry_way", players=2), Listener()
    listener.hear(game, Kind("passes", "MW-BUILD-16", "{seat:seat} passes."), "MW-BUILD-16", 1, (), {})
    assert listener.events == [Event("MW-BUILD-16", "Player B passes.", 1, kind="passes")]


def test_each_seat_is_told_its_part() -> None:
    told_all = Event("GH-GIFT-1", "Brook gives Northern a card.", 0, 4)
    assert told_all.told(0) is told_all.told(2) is told_all
    fields = {"item": 7, "seat": 0}
    bid = Event("GH-BID-2", "Brook bids a stone.", 0, 4, "Brook bids.", (0, 3), "bid", fields, ("item",))
    assert bid.told(0) == bid.told(3) == Event("GH-BID-2", "Brook bids a stone.", 0, 4, kind="bid", fields=fields)
    assert bid.told(1) == Event("GH-BID-2", "Brook bids.", 0, 4, kind="bid", fields={"seat": 0})
    unnoticed = Event("GH-BID-2", "Brook looks at a card.", 0, 4, "", (0,))
    assert unnoticed.told(0) is not None and unnoticed.told(1) is None


def test_a_counter_counts_clauses_and_keeps_no_text() -> None:
    counter = ClauseCounter()
    game = wb.load("merry_way", players=2)
    for clause in ("A-B-1", "A-B-2", "A-B-1"):
        counter.hear(game, DEALT, clause, 0, (), {})
    counter.hear(game, DEALT, "A-B-2", 0, (0,), {})
    assert counter.fired == {"A-B-1": 2, "A-B-2": 2} and counter.events == []

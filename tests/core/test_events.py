"""Events and those who listen to them."""

from __future__ import annotations

from workbench.core.events import ClauseCounter, Event, Listener


def test_an_event_reads_as_a_sentence_with_its_clause() -> None:
    assert str(Event("NW-TRICK-4", "It scores.", 0, 3)) == "It scores. (NW-TRICK-4)"
    assert Event("NW-TRICK-4", "It scores.") == Event("NW-TRICK-4", "It scores.", -1, 0)


def test_a_listener_keeps_what_it_hears_with_the_step_it_is_at() -> None:
    listener = Listener()
    listener.hear("NW-SETUP-1", "A row.", -1)
    listener.step = 2
    listener.hear("NW-VISIT-1", "You visit fief 3.", 0)
    assert listener.events == [
        Event("NW-SETUP-1", "A row.", -1, 0),
        Event("NW-VISIT-1", "You visit fief 3.", 0, 2),
    ]


def test_each_seat_is_told_its_part() -> None:
    told_all = Event("GH-GIFT-1", "Brook gives Northern a card.", 0, 4)
    assert told_all.told(0) is told_all.told(2) is told_all
    bid = Event("GH-BID-2", "Brook bids a stone.", 0, 4, "Brook bids.", (0, 3))
    assert bid.told(0) == bid.told(3) == Event("GH-BID-2", "Brook bids a stone.", 0, 4)
    assert bid.told(1) == Event("GH-BID-2", "Brook bids.", 0, 4)
    unnoticed = Event("GH-BID-2", "Brook looks at a card.", 0, 4, "", (0,))
    assert unnoticed.told(0) is not None and unnoticed.told(1) is None


def test_a_counter_counts_clauses_and_keeps_no_text() -> None:
    counter = ClauseCounter()
    for clause in ("A-B-1", "A-B-2", "A-B-1"):
        counter.hear(clause, "Text.", 0)
    counter.hear("A-B-2", "The whole of it.", 0, "A part.", (0,))
    assert counter.fired == {"A-B-1": 2, "A-B-2": 2} and counter.events == []

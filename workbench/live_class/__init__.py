"""The logic of a live class, without the web: people, plan, votes and tables as a state machine, and a journal."""

from workbench.live_class.journal import Journal, JournalError
from workbench.live_class.plan import Setup, Step, lesson_plan, plan_from_json, read_plan, steps_for
from workbench.live_class.state import LiveClass, Refused

__all__ = [
    "Journal",
    "JournalError",
    "LiveClass",
    "Refused",
    "Setup",
    "Step",
    "lesson_plan",
    "plan_from_json",
    "read_plan",
    "steps_for",
]

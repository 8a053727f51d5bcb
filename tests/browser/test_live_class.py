"""A live class in a real browser: one wall, a lecturer, and three phones of different sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import PATIENT, Seen, made_patient
from tests.live_class.bots import Program, program
from tests.waiting import until_on

pytestmark = pytest.mark.browser

PHONES = ((360, 640, "light"), (390, 844, "dark"), (768, 1024, "light"))
"""A small phone, a phone, and a tablet."""
# what is written on a card is a part of the picture; a thing is named in words
VIOLATIONS = """async () => (await axe.run(document.querySelector('main'),
    { rules: { 'label-content-name-mismatch': { enabled: false } } })).violations
    .map(rule => [rule.id, rule.impact, rule.nodes.map(node => node.html.slice(0, 160))])"""
SIDEWAYS = "() => document.scrollingElement.scrollWidth > innerWidth"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Program]:
    """A class in a process of its own."""
    with program(tmp_path / "class", "northwood", "--seed", 7) as one:
        yield one


@pytest.fixture
def device(browser: Browser, seen: Seen) -> Iterator[Callable[..., Page]]:
    """A function that gives a page on a device of its own: ``device(width, height, theme, touch)``."""
    with ExitStack() as stack:

        def made(width: int, height: int, theme: str = "light", touch: bool = False) -> Page:
            size = {"width": width, "height": height}
            context = browser.new_context(viewport=size, color_scheme=theme, has_touch=touch)  # type: ignore[arg-type]
            stack.callback(context.close)
            made_patient(context)
            page = context.new_page()
            seen.watch(page)
            return page

        yield made
        seen.look_away()


def join(page: Page, room: Program, name: str) -> None:
    page.goto(f"{room.address}?code={room.code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.locator(".lc-room").wait_for()


def test_one_wall_a_lecturer_and_three_phones(
    room: Program, device: Callable[..., Page], seen: Seen, axe: Path, screenshot: Callable[..., Path]
) -> None:
    wall, lecturer = device(1280, 720), device(1280, 720)
    wall.goto(f"{room.address}wall#{room.wall}")
    lecturer.goto(f"{room.address}lecturer#{room.lecturer}")
    expect(wall.locator(".lc-code")).to_have_text(f"{room.code[:3]} {room.code[3:]}", timeout=PATIENT)
    assert room.lecturer not in lecturer.url and room.wall not in wall.url  # keys do not stay in the address bar
    phones = [device(*phone, touch=True) for phone in PHONES]
    for phone, name in zip(phones, ("Anna", "<b>Ben</b>", ""), strict=True):
        join(phone, room, name)
    expect(wall.locator(".lc-number")).to_have_text("3", timeout=PATIENT)
    expect(wall.locator(".lc-names li")).to_have_text(["Anna", "<b>Ben</b>", "Guest 3"], timeout=PATIENT)
    screenshot(wall, "class_wall_waiting")

    lecturer.get_by_role("button", name="Begin").click()
    for phone in phones:
        phone.locator(".wb-move").first.wait_for()
        assert not phone.evaluate(SIDEWAYS)
        for move in phone.locator(".wb-move").all():
            box = move.bounding_box()
            assert box is not None and box["height"] >= 44
    phones[0].locator(".wb-move").nth(1).tap()
    phones[1].locator(".wb-spot[data-spot] .wb-hit").first.wait_for()
    phones[1].locator(".wb-legal .wb-hit").nth(1).tap()
    phones[2].locator(".wb-move").first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        phones[2].keyboard.press(key)
    expect(phones[0].locator(".lc-status")).to_contain_text("Your vote: visit fief 1", timeout=PATIENT)
    expect(phones[0].locator(".lc-mine")).to_have_attribute("aria-pressed", "true", timeout=PATIENT)
    expect(phones[1].locator(".lc-status")).to_contain_text("Your vote: visit fief 1", timeout=PATIENT)
    expect(phones[2].locator(".lc-status")).to_contain_text("Your vote: visit fief 3", timeout=PATIENT)
    expect(wall.locator(".lc-counts")).to_contain_text("3of 3 have voted", timeout=PATIENT)
    assert wall.locator(".lc-row").count() == 0
    for page in (phones[0], phones[1], wall, lecturer):
        page.evaluate(axe.read_text(encoding="utf-8"))  # not by a script tag: the class lets no script in but its own
        assert "\n".join(map(str, page.evaluate(VIOLATIONS))) == ""
    screenshot(phones[0], "class_phone_voted")
    screenshot(phones[1], "class_phone_dark")

    # a reload, and another device with the personal link, go on where it was
    phones[0].reload()
    expect(phones[0].locator(".lc-status")).to_contain_text("Your vote: visit fief 1", timeout=PATIENT)
    phones[0].get_by_text("Continue on another device").click()
    link = phones[0].get_by_label("Your personal link").input_value()
    other = device(412, 915, touch=True)
    other.goto(link)
    expect(other.locator(".lc-name")).to_have_text("Anna", timeout=PATIENT)
    other.locator(".wb-move").nth(5).tap()
    expect(phones[0].locator(".lc-status")).to_contain_text("Your vote: visit fief 5", timeout=PATIENT)
    expect(wall.locator(".lc-counts")).to_contain_text("3of 3 have voted", timeout=PATIENT)

    lecturer.get_by_role("button", name="Close").click()
    expect(wall.locator(".lc-row")).to_have_count(3, timeout=PATIENT)
    lecturer.get_by_role("button", name="Reveal").click()
    wall.locator(".lc-clause").wait_for()
    expect(wall.locator(".lc-row")).to_have_count(8, timeout=PATIENT)
    until_on(wall, lambda: wall.evaluate("() => document.scrollingElement.scrollHeight - innerHeight") <= 0, "a wall that fits")
    screenshot(wall, "class_wall_revealed")
    screenshot(lecturer, "class_lecturer")
    phones[0].locator(".lc-own").wait_for()

    lecturer.get_by_role("button", name="The same game for all").click()
    lecturer.get_by_role("button", name="Begin").click()
    moves = phones[0].locator(".wb-move")
    expect(moves).to_have_count(8, timeout=PATIENT)
    moves.nth(3).tap()
    until_on(phones[0], lambda: moves.count() != 8, "the next decision")
    phones[0].locator(".wb-live:not(.wb-legal) .wb-hit").first.click()
    expect(phones[0].locator(".wb-refusal")).to_be_visible(timeout=PATIENT)
    assert "NW-" in (phones[0].locator(".wb-refusal").text_content() or "")
    screenshot(phones[0], "class_phone_refused")
    lecturer.get_by_role("button", name="Pause").click()
    expect(phones[1].locator(".lc-banner")).to_contain_text("paused", timeout=PATIENT)
    lecturer.get_by_role("button", name="Remove Guest 3").click()
    expect(phones[2].locator(".lc-banner")).to_contain_text("taken you out", timeout=PATIENT)
    assert seen.outside == [] and seen.errors == []

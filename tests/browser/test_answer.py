"""A lesson answered with its controls by keyboard alone, saved, and graded from the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import SAVED, Seen, Server, answered, run_all, wait_until_run
from tests.course.lessons import PATHS, run
from tests.course.test_form import GIVEN
from tools.build_course import main
from tools.build_notebooks import code_cells
from workbench.course import lesson
from workbench.course.form import Pick, forms

pytestmark = pytest.mark.browser

FOCUS = """() => {
  const one = document.activeElement;
  return one.labels?.[0]?.textContent ?? one.textContent;
}"""
SOURCES = "() => jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.sharedModel.getSource())"
VIOLATIONS = "async (node) => (await axe.run(node)).violations.map((rule) => [rule.id, rule.nodes.map((one) => one.html)])"
FARTHEST = 20
"""How many presses of Tab, at most, lead from one control that the test uses to the next."""


def test_a_lesson_is_answered_by_keyboard_saved_and_graded(
    page: Page,
    seen: Seen,
    jupyterlab_server: Callable[..., Server],
    axe: Path,
    screenshot: Callable[..., Path],
    tmp_path: Path,
) -> None:
    path, points = PATHS[0], sum(exercise.points for exercise in lesson(1).exercises)
    server = jupyterlab_server(app="lab")
    assert main([path.stem, "--hand-out", str(tmp_path / "course"), "--track", "controls"]) == 0
    (tmp_path / "course" / "students" / path.name).rename(server.folder / path.name)
    server.open(page, path.name)
    run_all(page)
    wait_until_run(page)

    def tab_to(words: str) -> None:
        for _ in range(FARTHEST):
            if page.evaluate(FOCUS) == words:
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {words!r}")

    page.get_by_label("The clause").focus()
    for key, form in forms(1).items():
        for field in form.fields:
            tab_to(field.label)
            if isinstance(field, Pick):
                for _ in range(list(field.choices).index(GIVEN[key][field.name]) + 1):
                    page.keyboard.press("ArrowDown")
            else:
                page.keyboard.type(GIVEN[key][field.name])
        tab_to("Check")  # a typed answer counts once you leave its field
        page.wait_for_function(f"code => ({SOURCES})().includes(code)", arg=form.code(GIVEN[key]))
        page.keyboard.press("Enter")
        answered(page)
        expect(page.locator(".jp-OutputArea-output").filter(has_text=f"✓ {key}:")).to_have_count(1)
        page.keyboard.press("Tab")
    page.keyboard.press("Control+s")
    page.wait_for_function(SAVED)
    output = page.locator(".jp-OutputArea-output").filter(has_text="✓ 1.3:")
    output.scroll_into_view_if_needed()
    page.add_script_tag(path=axe)
    assert output.evaluate(VIOLATIONS) == []
    screenshot(page, "answers")

    def marks_in_the_file() -> dict[str, float]:
        space: dict[str, Any] = {"__name__": "__main__"}
        run([cell.source for cell in code_cells(nbformat.read(server.folder / path.name, as_version=4))], space)
        return dict(space["check"].marks)

    assert sum(marks_in_the_file().values()) == points

    run_all(page)  # the cells give the answers now, and the controls show them
    wait_until_run(page)
    expect(page.get_by_label("Rulings with an option")).to_have_value("35")
    expect(page.get_by_label("A response of another suit scores").locator("option:checked")).to_have_text("if it is a trump")
    assert seen.errors == []

"""Notebooks are executed, cleaned and stored the same way every time."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from tools import build_notebooks, lint_notebooks

pytestmark = pytest.mark.xdist_group("kernels")  # one notebook is built for several tests

LESSON = """\
# %% [markdown]
# # A lesson
#
# Words.

# %%
from IPython.display import display, SVG
import ipywidgets

print("one")
print("two")
ipywidgets.Button(description="Step")

# %% folded tags=["raises-exception"]
1 / 0

# %%
display(SVG('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="#F6F3EC"/></svg>'))

# %% [markdown]
# ## Something to try
#
# More words.
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "lesson.ipynb"
    path.write_text(nbformat.writes(build_notebooks.from_text(text)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build_notebooks.build(write(tmp_path_factory.mktemp("notebooks"), LESSON))


def test_a_built_notebook_passes_the_lint(built: str) -> None:
    assert lint_notebooks.findings(built) == []


def test_only_what_stays_the_same_is_stored(built: str) -> None:
    book = json.loads(built)
    assert book["metadata"] == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert [cell["id"] for cell in book["cells"]] == [f"lesson-0{number}" for number in range(5)]
    stream, value = book["cells"][1]["outputs"]
    assert stream["text"] == ["one\n", "two\n"]
    assert list(value["data"]) == ["text/plain"]
    assert book["cells"][2]["outputs"][0]["traceback"] == ["ZeroDivisionError: division by zero"]
    assert book["cells"][2]["metadata"] == {"jupyter": {"source_hidden": True}, "tags": ["raises-exception"]}


@pytest.mark.long
def test_building_again_changes_nothing(built: str, tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    path.write_text(built, encoding="utf-8")
    assert build_notebooks.main([str(path), "--check"]) == 0
    assert build_notebooks.main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == built


def test_a_check_stores_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "# %%\nprint(1)\n")
    before = path.read_text(encoding="utf-8")
    assert build_notebooks.main([str(path), "--check"]) == 1
    assert path.read_text(encoding="utf-8") == before
    assert "lesson.ipynb: would change" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# %%\n1 / 0\n", "division by zero"),
        ('# %% tags=["raises-exception"]\n1\n', "code cell 1 is tagged raises-exception"),
    ],
)
def test_an_error_is_refused_unless_it_is_announced(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, text)
    before = path.read_text(encoding="utf-8")
    assert build_notebooks.main([str(path)]) == 1
    assert message in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == before


def test_text_and_notebook_are_two_forms_of_one_thing() -> None:
    assert build_notebooks.to_text(build_notebooks.from_text(LESSON)) == LESSON


@pytest.mark.parametrize(
    ("text", "message"), [("print(1)", "begin with a cell mark"), ("# %% [markdown]\nwords", "must begin with '# '")]
)
def test_text_in_another_form_is_refused(text: str, message: str) -> None:
    with pytest.raises(build_notebooks.NotebookError, match=message):
        build_notebooks.from_text(text)


def test_an_unknown_notebook_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert build_notebooks.main(["99_nowhere"]) == 1
    assert "there is no notebook '99_nowhere'; there are: 00_start_here" in capsys.readouterr().err

"""Configure Sphinx for the pages of the site; tools/build_site.py collects the files it reads."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "site"))

from workbench import __version__

project = "Tabletop workbench"
author = "The tabletop-workbench authors"
project_copyright = author
version = release = __version__
language = "en-GB"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "rulebooks", "navigation"]
# The first is copied to the start of the site. Solutions are only for people with the checkout.
exclude_patterns = ["docs/index.md", "docs/paper", "docs/site", "docs/teaching/**.ipynb"]
html_theme = "furo"
html_title = project
html_static_path = ["site/static"]
html_favicon = "site/static/favicon.svg"
html_css_files = ["site.css"]
html_js_files = [("charts.js", {"defer": "defer"}), "position.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False

nb_execution_mode = "off"  # pages show the stored outputs, which the tests compare
nb_merge_streams = True
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
highlight_language = "default"
# Some pages link to files of the checkout (the tests follow those links), and two classes may share an attribute's name.
suppress_warnings = ["myst.xref_missing", "myst.xref_ambiguous", "myst.header", "ref.python", "toc.not_included"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_use_type_comments = False  # there are none, and Sphinx would parse every function to look for them
autodoc_typehints = "none"  # the signature shows them already
napoleon_use_ivar = True

"""Every line of what the board must do has a test (LINES.md)."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
TABLE = (HERE / "LINES.md").read_text()


def existing() -> set[str]:
    """Every test of this folder as `file::name`."""
    return {
        f"{file.name}::{node.name}"
        for file in HERE.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def test_every_line_is_in_the_table() -> None:
    lines = re.findall(r"^\| ([AB]\d+) \|", TABLE, re.MULTILINE)
    assert lines == [*(f"A{number}" for number in range(1, 20)), *(f"B{number}" for number in range(1, 23))]


def test_table_names_tests_that_exist() -> None:
    named = set(re.findall(r"`(test_\w+\.py::test_\w+)`", TABLE))
    assert named
    assert named - existing() == set()

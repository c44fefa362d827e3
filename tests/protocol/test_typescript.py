"""The web client's types are those of the protocol."""

import pytest

from tests.tools.typescript import TARGET, text


def test_types_of_the_web_client_are_up_to_date() -> None:
    assert TARGET.read_text() == text()


@pytest.mark.parametrize(
    "line",
    [
        'export type Color = "black" | "white";',
        "export interface ErrorMessage {",
        "  settings?: Partial<Settings>;",
        "  opening: [number | null, number | null];",
        "  off: [number, number, number][];",
        "  overrides: { [name: string]: string | number | boolean | null };",
        "  events: Event[];",
        "  after?: number | null;",
    ],
)
def test_types_are_written_so(line: str) -> None:
    assert line in text().splitlines()

import pytest

from clients.tournament.names import delimiter, read_names, tidy, without_repeats
from clients.tournament.trouble import Trouble


@pytest.mark.parametrize(
    "table",
    [
        "Zoë\nBo\n",
        "\ufeffZoë\nBo",
        "Name\nZoë\nBo\n",
        "игрок;место\nZoë;1\nBo;2\n",
        "Bo,2\nZoë,1\n",
        "Bo\t2\r\nZoë\t1\r\n",
        "Name | Seed\nBo | 2\nZoë | 1\n",
        '"Zoë", 1\n"Bo", 2\n',
        "\n  Zoë \n\n,\nBo,\n",
        "Bo\nZoë;1\n",
    ],
)
def test_tables_of_all_kinds_are_read(table: str) -> None:
    assert read_names(table.encode()) == ["Zoë", "Bo"]


def test_rows_without_order_come_last() -> None:
    assert read_names(b"Ada\nBo;2\nCy\nDi;1\n") == ["Di", "Bo", "Ada", "Cy"]


def test_quoted_cells_keep_their_signs() -> None:
    assert read_names(b'"Jensen, Bo",2\n"Ada ""Queen"" L",1\n') == ['Ada "Queen" L', "Jensen, Bo"]
    assert read_names(b'"Jensen; Bo"\n') == ["Jensen; Bo"]
    assert read_names(b"Jensen, Bo;1\nLund, Ada\n") == ["Jensen, Bo", "Lund, Ada"]


def test_empty_table_has_no_names() -> None:
    assert read_names(b"") == read_names(b"name;order\n") == []


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("Ada\nÅse\n".encode("latin-1"), "not in UTF-8"),
        (b"Ada;first\n", "line 1: 'first' is no number; expected is a name, and perhaps a semicolon and a number"),
        (b"Ada;1\n;2\n", "line 2 has no name"),
        (b"Name;Seed\nAda;1\n\nBo,2\n", "line 4: a comma where other lines have a semicolon; expected is a name"),
        (b"Ada;1\nJensen, Bo, 2\n", "line 2: a comma where other lines have a semicolon"),
        (b"Ada;1\nBo\t2\n", "line 1: a semicolon where other lines have a tab"),
        (b"name, seed\nAda;1\n", "line 1: a comma where other lines have a semicolon"),
        (b"Ada|first\n", "line 1: 'first' is no number; expected is a name, and perhaps a bar and a number"),
        (b"Ada;1\nBo|2\n", "line 2: a bar where other lines have a semicolon"),
        (b'Ada,1\n"Bo" 2,1\n', "line 2: a quotation mark does not belong there"),
        (b"Ada\n" + b"x" * 25, "a name has at most 24 characters: x"),
        (b'"Ada\n', "line 1: a quotation mark does not belong there, or its partner is missing"),
    ],
)
def test_wrong_tables_are_explained(table: bytes, why: str) -> None:
    with pytest.raises(Trouble, match=why):
        read_names(table)


def test_delimiter_is_found_outside_of_quotes() -> None:
    assert delimiter('"a;b",1') == ","
    assert delimiter("a;1,5") == ";"
    assert delimiter("a\t1;2") == "\t"
    assert delimiter("a, b | 1") == "|"
    assert delimiter("a") == ","


def test_names_are_tidied() -> None:
    assert tidy("  Ada   Lovelace ") == "Ada Lovelace"
    with pytest.raises(Trouble, match="at most 24"):
        tidy("x" * 25)
    with pytest.raises(Trouble, match="an empty name"):
        tidy(" \t")


def test_repeats_are_set_apart() -> None:
    new, repeated = without_repeats(["Ada", "Bo", "ada", "Cy"], there=["BO"])
    assert (new, repeated) == (["Ada", "Cy"], ["Bo", "ada"])

"""The locator agrees with documents whose positions are known because they were written piece by piece."""

import json
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.config.locate import locate


class Writer:
    """A TOML text in the making; ``note`` records where the next character will stand."""

    def __init__(self):
        self.text = ""
        self.keys = {}
        self.values = {}

    def __repr__(self):
        return repr(self.text)

    def here(self):
        return self.text.count("\n") + 1, len(self.text) - (self.text.rfind("\n") + 1) + 1


NAMES = st.one_of(st.text("aZ09_-", min_size=1, max_size=5), st.text("aé .#\"[]=\\'\n", min_size=1, max_size=5))
SPACE = st.sampled_from(["", " ", "\t "])
LINES = st.sampled_from(["", "\n", "# [a]\n", "\n \n"])
GAP = st.sampled_from(["", " ", "\n", ' # ] } a = \'x\' """\n', "\n\n  "])
TRICKY = st.text(alphabet="a é#=[]{},.\\ ", max_size=8)


@st.composite
def scalars(draw):
    """A one-token value as TOML text; what is in it may look like anything else."""
    text = draw(TRICKY)
    return draw(
        st.sampled_from(
            [
                "1_000",
                "-0.5e3",
                "true",
                "1979-05-27 07:32:00",
                "nan",
                json.dumps(text, ensure_ascii=False),
                json.dumps(text + '"\\', ensure_ascii=False),
                f"'{text}\"'",
                '"""'
                + json.dumps(text, ensure_ascii=False)[1:-1]
                + '\n " ""a\\""" #"""""',  # ends in two quotes and the closing three
                f"'''{text}\n''a#'''''",
                "''",
                '""',
                '""""""',
            ]
        )
    )


def raw_name(draw, name):
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    if bare and draw(st.booleans()):
        return name
    if "'" not in name and "\n" not in name and draw(st.booleans()):
        return f"'{name}'"
    return json.dumps(name)


VALUES = st.recursive(
    scalars(),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=6,
)


def write_value(draw, out, path, value):
    out.values[path] = out.here()
    if isinstance(value, list):
        out.text += "["
        for index, item in enumerate(value):
            out.text += draw(GAP)
            out.keys[*path, index] = out.here()
            write_value(draw, out, (*path, index), item)
            out.text += draw(GAP) + ("," if index < len(value) - 1 or draw(st.booleans()) else "")
        out.text += draw(GAP) + "]"
    elif isinstance(value, dict):
        out.text += "{" + draw(SPACE)
        for index, (name, item) in enumerate(value.items()):
            out.text += ("," + draw(SPACE)) if index else ""
            write_pair(draw, out, path, (name,), item)
            out.text += draw(SPACE)
        out.text += "}"
    else:
        out.text += value


def write_key(draw, out, table, names):
    path = table
    for index, name in enumerate(names):
        out.text += (draw(SPACE) + "." + draw(SPACE)) if index else ""
        path = (*path, name)
        out.keys.setdefault(path, out.here())
        out.values.setdefault(path, out.here())
        out.text += raw_name(draw, name)
    return path


def write_pair(draw, out, table, names, value):
    path = write_key(draw, out, table, names)
    out.text += draw(SPACE) + "=" + draw(SPACE)
    write_value(draw, out, path, value)


@st.composite
def documents(draw):
    """A document with tables, lists of tables, tables below both, and dotted keys; and its key and value positions."""
    out = Writer()
    lengths = {}

    def body(table):
        for number in range(draw(st.integers(0, 3))):
            out.text += draw(LINES) + draw(SPACE)
            deep = [draw(NAMES) for _ in range(draw(st.integers(0, 2)))]
            write_pair(draw, out, table, (f"k{number}", *deep), draw(VALUES))
            out.text += draw(SPACE) + draw(st.sampled_from(["\n", "# x = [\n"]))

    body(())
    for number in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(["table", "list", "below"]))
        out.text += draw(SPACE) + ("[[" if kind == "list" else "[") + draw(SPACE)
        if kind == "list":
            name = draw(st.sampled_from(["one", "t w.o"]))
            spot = out.here()
            out.text += raw_name(draw, name)
            index = lengths.get(name, 0)
            lengths[name] = index + 1
            table = (name, index)
            for path in [(name,), table]:
                out.keys.setdefault(path, spot)
                out.values.setdefault(path, spot)
        elif kind == "below" and lengths:
            name = draw(st.sampled_from(sorted(lengths)))
            out.text += raw_name(draw, name) + draw(SPACE) + "."
            table = write_key(draw, out, (name, lengths[name] - 1), (f"b{number}",))
        else:
            table = write_key(draw, out, (), (f"t{number}", draw(NAMES)))
        out.text += draw(SPACE) + ("]]" if kind == "list" else "]") + draw(st.sampled_from(["\n", " # [x]\n"]))
        body(table)
    return out


def paths(value, path=()):
    """All key paths of parsed data."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # neither may depend on the machine's load
@given(documents())
def test_every_key_and_value_is_where_it_was_written(out):
    parsed = tomllib.loads(out.text)
    found = locate(out.text)
    assert {path: tuple(place.key) for path, place in found.items()} == out.keys
    assert {path: tuple(place.value) for path, place in found.items()} == out.values
    assert set(found) == set(paths(parsed))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_config_as_people_write_it(end):
    text = end.join(
        [
            'game = "zilch"  # [run] seed = 1',
            "",
            "[[seats]]",
            "bank_at = 500",
            "[[seats]]",
            '  strategy = "a#b"',
            "[run]",
            "games = 1_000",
            "[variants.x]",
            'rules . "topping" = "strict"',
            "[run.extra]  # below a table that came before",
        ]
    )
    found = locate(text)
    assert found["game",].value == (1, 8)
    assert found["seats", 0, "bank_at"] == ((4, 1), (4, 11))
    assert found["seats", 1].key == (5, 3)
    assert found["seats", 1, "strategy"] == ((6, 3), (6, 14))
    assert found["run", "games"].value == (8, 9)
    assert found["variants", "x", "rules"].key == (10, 1)
    assert found["variants", "x", "rules", "topping"] == ((10, 9), (10, 21))
    assert found["run",].key == (7, 2)
    assert found["run", "extra"].key == (11, 6)


def test_a_header_wins_over_the_first_mention_in_a_longer_header():
    assert locate("[a.b]\nx = 1\n[a]\ny = 2")["a",].key == (3, 2)

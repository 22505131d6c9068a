"""The page as a model and in its forms: what it says, that it says it alike, and that it needs nothing else."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell, TableFile
from simkit.model.stop import StopRecord, StopRule
from simkit.report.page import html
from simkit.report.page.build import Source, lineup_text
from simkit.report.page.evidence import axis_of
from simkit.report.page.html import html_page
from simkit.report.page.model import Curves, Dots, Forest, Histogram, Page, Table, Value
from simkit.report.page.summary import page_of_summary
from simkit.report.page.tables import settings_table
from simkit.report.page.write import check_target, json_page, markdown_page, write_page
from simkit.report.summary import summarize
from simkit.report.table import Column
from tests.report.page.pages import COMMAND, page_of, pair, sweep
from tests.report.runs import MemoryRun, zilch_cell

MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def page() -> Page:
    return page_of(pair(), deals=3)


@pytest.fixture(scope="module")
def text(page) -> str:
    return html_page(page)


class Elements(HTMLParser):
    """Every element of a document with its attributes, in order, and the text in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in {"meta", "link", "br"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and self.open:
            self.texts.append((self.open[-1], data.strip()))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_the_model_says_what_was_found(page) -> None:
    assert page.title == "Zilch: strict against base"
    assert page.question == "What changes in Zilch when rules.topping is strict instead of off?"
    (section,) = page.sections
    assert section.title == "strict against base"
    ((key, told),) = section.facts
    assert (key, told.partition(" (")[0]) == ("rules.topping", "off -> strict")
    assert "whether a turn may be banked only with more than" in told
    first = section.verdicts[0]
    # 900 of 1,000 games are three turns longer
    assert first.text == "Games are longer: 26.00 -> 28.70 turns, +10.4 % (10.0-10.7)"
    assert (first.kind, first.is_main) == ("matters", True)
    facts = dict(page.facts)
    assert facts["played"] == "2 cells on 1,000 deals in common, compared deal by deal"
    assert "times for the game's length" in facts["worth"]
    assert facts["seed"] == "7"
    assert dict(page.commands)["this page, games included"] == COMMAND
    config = dict(page.configs)["config that plays base, strict again"]
    assert config.startswith('game = "zilch"\nseats = [\n    { strategy = "bank-at", bank_at = 300 },\n')
    assert '[variants.strict]\nrules.topping = "strict"\n' in config
    assert "games = 1000\n" in config
    assert dict(page.versions)["random streams"] == "version 1"
    assert len(page.data["comparison"]["contrasts"][0]["rows"]) == len(page.tables[0].rows)


def test_its_charts_hold_the_numbers(page) -> None:
    figures = {chart.key: chart.figure for chart in page.charts}
    effects = figures["effects1"]
    assert isinstance(effects, Forest)
    turns = effects.marks[0]
    row = next(row for row in page.data["comparison"]["contrasts"][0]["rows"] if row["statistic"] == "turns")
    assert (turns.label, turns.value) == ("turns", row["effect"])
    assert turns.low == pytest.approx(row["low_all"] * row["effect"] / row["value"])
    assert turns.band == pytest.approx(row["margin"] * row["effect"] / row["value"])
    seats = figures["seats"]
    assert isinstance(seats, Dots)
    assert (seats.groups, seats.reference) == (("seat 1", "seat 2"), 50)
    wins = [row for row in page.data["comparison"]["contrasts"][0]["rows"] if row["statistic"] == "win_rate"]
    assert [[mark.value for mark in marks] for _, marks in seats.series] == [
        pytest.approx([100 * row[key] for row in wins]) for key in ("against_value", "cell_value")
    ]
    lengths = figures["distribution1"]
    assert isinstance(lengths, Histogram)
    assert [series.name for series in lengths.series] == ["base", "strict"]
    assert lengths.series[0].x == tuple(range(20, 37))  # from 20 turns to 32 + 3
    assert all(sum(series.y) == pytest.approx(100) for series in lengths.series)
    assert lengths.series[0].y[0] == pytest.approx(100 * 77 / 1_000)  # each 13th game of the pattern has 20 turns


def test_what_changed_most_has_its_command() -> None:
    source = Source(COMMAND, replay={cell.id: f"simkit trace runs/z --cell {cell.name}" for cell in pair().cells})
    table = page_of(pair(), source, deals=3, names=["turns"]).tables[-1]
    assert table.title == "Deals that changed most in turns, strict against base"
    assert [row[-1].text for row in table.rows] == [
        f"simkit trace runs/z --cell strict --deal {deal}" for deal in (1, 2, 3)
    ]
    assert [row[2].number - row[1].number for row in table.rows] == [3, 3, 3]


def test_statistics_asked_for_come_first_and_the_question_is_the_readers() -> None:
    asked = page_of(pair(), Source(COMMAND, "How long?", ("turns_sd", "hot_dice")), names=["turns_sd", "hot_dice"])
    assert asked.question == "How long?"
    assert next(asked.main_verdicts()).text.startswith("The standard deviation of turns is higher: ")
    assert {row[0].text for row in asked.tables[0].rows} == {"turns_sd", "hot_dice"}


def test_a_sweep_is_told_by_statistic_with_curves() -> None:
    page = page_of(sweep(), against="target=5000")
    assert page.title == "Zilch: 6 cells"
    assert page.question == "What changes in Zilch as rules.target goes from 5000 to 10000?"
    assert page.sections[0].title == "The game's length"
    values, counted = page.sections[0].verdicts
    assert values.text == "The game's length goes from 25.988 turns in target=5000 to 30.488 turns in target=10000"
    assert counted.text.startswith("5 of 5 differences are shown, 5 of them more than the 0.1 turns that matter; the ")
    assert "largest is that of target=10000 against target=5000: 4.50 turns (95 %: 4.23 to 4.77)" in counted.text
    curve = next(chart.figure for chart in page.charts if isinstance(chart.figure, Curves))
    assert (curve.x_label, curve.unit) == ("rules.target", "turns")
    (line,) = curve.series
    assert line.x == tuple(range(5_000, 11_000, 1_000))
    assert line.y == pytest.approx([25.9875 + 0.9 * place for place in range(6)])
    assert all(low < value < high for low, value, high in zip(line.low, line.y, line.high, strict=True))
    assert len(page.differences.rows) == 6


def test_running_differences_are_the_paths_own() -> None:
    run = pair(13_000)
    page = page_of(run, names=["turns", "win_rate"])
    figures = {chart.key: chart.figure for chart in page.charts if chart.key.startswith("running")}
    turns, wins = figures["running1"], figures["running2"]
    assert isinstance(turns, Curves)
    assert isinstance(wins, Curves)
    (line,) = turns.series
    assert line.x == (10_000, 12_500, 13_000)
    assert line.y == pytest.approx([2.7] * 3)
    assert all(low < 2.7 < high for low, high in zip(line.low, line.high, strict=True))
    widths = [high - low for low, high in zip(line.low, line.high, strict=True)]
    assert widths == sorted(widths, reverse=True)
    assert [series.name for series in wins.series] == ["seat 1", "seat 2"]
    # of 25 games one has another winner where seat 1 would have won alone
    rows = page.data["comparison"]["contrasts"][0]["rows"]
    assert wins.series[0].y[-1] == pytest.approx(100 * next(r["value"] for r in rows if r["seat"] == 1))
    assert not [chart for chart in page_of(pair()).charts if chart.key.startswith("running")]  # too few to run


@pytest.mark.parametrize(
    ("files", "texts"),
    [
        (("one.npy", "other.npy"), ("one.npy", "other.npy")),
        (("t.npy", "t.npy"), ("t.npy (hash 00)", "t.npy (hash 11)")),
    ],
)
def test_another_table_of_a_bot_is_told_by_its_file_or_else_by_its_hash(files, texts) -> None:
    run = pair()
    base, _ = run.cells
    one, other = (
        replace(base, name=name, lineup=(replace(base.lineup[0], table=TableFile(file, held)), base.lineup[1]))
        for name, file, held in zip(("one", "other"), files, ("00", "11"), strict=True)
    )
    frames = {"one": run.frames["base"], "other": run.frames["strict"]}
    page = page_of(MemoryRun((one, other), frames))
    assert page.question == f"What changes in Zilch when seats.1.table is {texts[1]} instead of {texts[0]}?"
    (section,) = page.sections
    assert section.facts == (("seats.1.table", f"{texts[0]} -> {texts[1]}"),)
    (shown,) = settings_table([one, other]).rows
    assert [value.text for value in shown] == ["seats.1.table", *texts]


def test_numbers_that_make_no_axis_are_no_axis() -> None:
    base = zilch_cell("base", "fixed")
    others = {"target": 9_000, "open_min": 300, "bank_min": 200, "tie": "shared"}
    cells = [base, *(replace(base, name=key, rules=_with(base, **{key: value})) for key, value in others.items())]
    assert axis_of(cells) is None
    targets = [replace(base, name=f"{target}", rules=_with(base, target=target)) for target in (5_000, 6_000, 7_000)]
    strict = [replace(one, name=f"strict,{one.name}", rules=_with(one, tie="shared")) for one in targets]
    axis = axis_of([*targets, *strict])
    assert axis is not None
    assert axis.key == "rules.target"
    assert axis.places[strict[1].id] == (6_000, "tie = shared")
    assert axis_of(targets[:2]) is None
    # each target has a rule of its own: no curve has two points
    alone = [replace(one, rules=_with(one, open_min=place)) for place, one in enumerate((*targets, base))]
    assert axis_of([*alone, *(replace(one, rules=_with(one, bank_min=50)) for one in alone)]) is not None
    scattered = [replace(one, rules=_with(one, tie=tie)) for one, tie in zip(targets, ("a", "b", "c"), strict=True)]
    mixed = [*scattered, replace(targets[0], rules=_with(targets[0], tie="d"))]
    assert axis_of(mixed) is None
    assert axis_of([replace(base, name=f"{seed}", seed=seed) for seed in range(4)]) is None
    # a bot that moves with the target makes no curve of its own
    bots = [replace(base.lineup[0], params=(("bank_at", int(one.name)),)) for one in targets]
    together = [replace(one, lineup=(bot, base.lineup[1])) for one, bot in zip(targets, bots, strict=True)]
    found = axis_of(together)
    assert found is not None
    assert {name for _, name in found.places.values()} == {""}


def _with(cell: Cell, **rules: object) -> tuple[tuple[str, object], ...]:
    return tuple((dict(cell.rules) | rules).items())


def test_equal_bots_are_told_once() -> None:
    assert lineup_text(zilch_cell(bots="aab")) == (
        "seats 1 and 2: bot A, bank-at(bank_at=300); seat 3: bot B, bank-at(bank_at=500, stop_at_target=false)"
    )
    assert lineup_text(zilch_cell(bots="aa")) == "seats 1 and 2: bank-at(bank_at=300)"


def test_a_run_that_stopped_says_so() -> None:
    run = pair(12_500)
    rule = StopRule(half_width={"turns": 0.5})
    stopped = replace(run, stop=StopRecord(rule=rule, cells=(), deals=12_500, said=("turns is known to 0.3",)))
    page = page_of(stopped, names=["turns"])
    assert dict(page.facts)["stopped"].startswith(
        "after 12,500 deals of each cell, as [stop] asks; turns is known to 0.3"
    )
    assert "confidence sequences" in page.certainty
    assert any("confidence sequence" in note for note in page.tables[0].notes)
    alone = page_of_summary(summarize(stopped), stopped, Source(COMMAND))
    assert dict(alone.facts)["stopped"] == dict(page.facts)["stopped"]
    assert "confidence sequence" in alone.certainty
    assert "confidence sequence" in next(chart.note for chart in alone.charts if chart.key == "seats")
    assert "confidence sequence" not in page_of(pair()).certainty


def test_the_same_page_has_the_same_bytes(page, text) -> None:
    assert html_page(page_of(pair(), deals=3)) == text
    assert len(text.encode()) < MOST_BYTES
    assert len(html_page(page_of(sweep())).encode()) < MOST_BYTES


def test_the_page_names_no_address_outside(page, text) -> None:
    for written in (text, markdown_page(page), json_page(page)):
        assert not re.search(
            r"(?i)https?:|//\w|@import|url\((?!#)|<(?:iframe|object|embed|base|img|audio|video)\b", written
        )
    elements = Elements(text)
    addresses = [
        value
        for _, attributes in elements.found
        for name, value in attributes.items()
        if name in ("href", "src", "action")
    ]
    assert all(value is not None and value.startswith(("#", "data:,")) for value in addresses)
    policy = next(one["content"] for one in elements.all("meta") if one.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")


def test_the_page_can_be_read_by_anyone(page, text) -> None:
    elements = Elements(text)
    assert elements.open == []
    assert elements.all("html") == [{"lang": "en"}]
    names = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(names) == len(set(names))
    for _, attributes in elements.found:  # labels lead somewhere
        assert set((attributes.get("aria-labelledby") or "").split()) <= set(names)
    assert "xlink" not in text
    for name in re.findall(r"(?:href=\"|url\()#([\w-]+)", text):  # and so does what a drawing uses again
        assert name in names
    levels = [int(tag[1]) for tag, _ in elements.found if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    pictures = elements.all("svg")
    assert len(pictures) == len(page.charts)
    assert all(one["role"] == "img" and one["aria-labelledby"] for one in pictures)
    told = [words for tag, words in elements.texts if tag == "desc"]
    assert told == [chart.told for chart in page.charts]
    assert all(head.get("scope") in ("col", "row") for head in elements.all("th"))
    chips = [words for tag, words in elements.texts if tag == "span" and len(words) > 2]
    assert "change" in chips  # what is known is said, not only coloured


@pytest.mark.parametrize("scheme", [0, 1, 2])
def test_text_and_lines_stand_out_from_the_paper(text, scheme) -> None:
    """WCAG 2.2: 4.5 to 1 for text, 3 to 1 for what a chart is read by."""
    blocks = re.findall(r":root \{(.*?)\}", text, re.DOTALL)
    assert len(blocks) == 3  # light, dark, print
    colours = dict(re.findall(r"--([\w-]+): (#\w+)", blocks[scheme]))
    for paper in ("paper", "card"):
        for ink, least in {"ink": 7, "muted": 4.5, "accent": 4.5, **{f"c{place}": 3 for place in range(1, 7)}}.items():
            assert contrast(colours[ink], colours[paper]) >= least, (ink, paper)


def contrast(one: str, other: str) -> float:
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_colour_of_a_chart_is_the_pages_own(text) -> None:
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert drawings
    for drawing in drawings:
        used = set(re.findall(r"(?:fill|stroke): ([^;\"]+)", drawing))
        assert used <= {
            "none",
            *(f"var(--{name})" for name in ("ink", "muted", "line", *(f"c{i}" for i in range(1, 7)))),
        }
    together = next(drawing for drawing in drawings if "Length of a game" in drawing)
    assert "stroke-dasharray" in together  # series differ by more than colour


def test_what_a_name_holds_stays_text(page) -> None:
    evil = "<script>alert(1)</script> & | `x`"
    table = Table(evil, (Column(evil),), ((Value(evil),),), (evil,))
    odd = html_page(Page(**{**vars(page), "title": evil, "question": evil, "tables": (table,)}))
    assert "<script>alert" not in odd
    assert odd.count("&lt;script&gt;alert(1)&lt;/script&gt; &amp; | `x`") == 7
    shown = markdown_page(Page(**{**vars(page), "question": evil, "tables": (table,)}))
    assert "<script>" not in shown
    assert "\\<script\\>alert(1)\\</script\\> & \\| \\`x\\`" in shown


def test_markdown_and_json_say_the_same(page) -> None:
    shown = markdown_page(page)
    plain = re.sub(r"\\(.)", r"\1", shown)
    content = json.loads(json_page(page))
    for section, told in zip(page.sections, content["sections"], strict=True):
        for verdict, one in zip(section.verdicts, told["verdicts"], strict=True):
            assert verdict.text in plain
            assert one == verdict._asdict()
    assert plain.startswith(f"# {page.question}\n")
    for verdict in page.sections[0].verdicts:  # what is no first thing to know stands once, folded
        assert plain.count(f"{verdict.text}.\n") == 1
    rest = [one for one in page.sections[0].verdicts if not one.is_main]
    assert rest
    assert plain.index(f"{len(rest)} more</summary>") < min(plain.index(f"{one.text}.") for one in rest)
    assert f"    {COMMAND}\n" in plain
    assert plain.count("\n| ") >= sum(len(table.rows) + 1 for table in page.tables)
    assert content["comparison"]["family"] > 0
    assert [chart["key"] for chart in content["charts"]] == [chart.key for chart in page.charts]
    effects = next(chart for chart in content["charts"] if chart["key"] == "effects1")
    assert effects["forest"]["marks"][0]["label"] == "turns"
    assert "NaN" not in json_page(page)


def test_pages_are_written_whole_or_refused(page, tmp_path: Path, monkeypatch) -> None:
    for name in ("a.html", "a.md", "a.json"):
        write_page(page, tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "a.json", "a.md"]
    with pytest.raises(UsageError, match=r"--report a\.pdf: the name must end in \.html, \.md, \.json"):
        check_target(Path("a.pdf"))
    with pytest.raises(StoreError, match="there is no folder absent"):
        check_target(Path("absent/a.md"))
    (tmp_path / "b.md").mkdir()
    with pytest.raises(StoreError, match=r"b\.md: cannot be written"):
        write_page(page, tmp_path / "b.md")
    assert not list(tmp_path.glob(".*"))
    monkeypatch.setattr(html, "find_spec", lambda name: None if name == "matplotlib" else object())
    with pytest.raises(UsageError, match="needs matplotlib; install with: pip install matplotlib;") as caught:
        check_target(Path("a.html"))
    assert caught.value.exit_code == 2
    check_target(tmp_path / "c.md")  # needs nothing


def test_a_run_by_itself_has_a_page() -> None:
    run = pair()
    page = page_of_summary(summarize(run), run, Source(COMMAND))
    assert page.title == "Zilch: base, strict"
    assert [section.title for section in page.sections] == ["base", "strict"]
    # the pattern's lengths go round from 20 to 32
    assert page.sections[0].verdicts[0].text.startswith("The game's length is 26.00 turns (25.77 to 26.23)")
    assert page.sections[1].verdicts[0].text.startswith("The game's length is 28.70 turns (28.4")
    assert {type(chart.figure) for chart in page.charts} == {Dots, Histogram}
    assert [table.title for table in page.tables] == ["base", "strict"]
    length = next(row for row in page.tables[0].rows if row[0].text == "turns")
    assert length[2].number == 26
    assert html_page(page) == html_page(page_of_summary(summarize(run), run, Source(COMMAND)))


def test_many_cells_by_themselves_are_told_by_statistic() -> None:
    run = sweep()
    page = page_of_summary(summarize(run), run, Source(COMMAND))
    first = page.sections[0]
    assert first.verdicts[0].text.startswith("The game's length goes from 25.99 turns in target=5000 to 30.49 turns in")
    assert {type(chart.figure) for chart in page.charts} == {Curves}
    assert [table.title for table in page.tables][:3] == ["turns, game", "win_rate, seat 1", "win_rate, seat 2"]
    assert all(len(table.rows) == 6 for table in page.tables)

import json
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from simkit.cli.plan import command
from simkit.engine import pilot
from simkit.engine.pilot import Pilot, pilot_of_each, plan_cell, run_pilots
from tests.cli.test_run import CONFIG, finish
from tests.engine import draws


@pytest.fixture
def config(tmp_path):
    (tmp_path / "race.toml").write_text(CONFIG)
    return tmp_path / "race.toml"


def test_a_plan_tells_games_parts_time_and_disk_and_stores_nothing(config):
    code, out, err = finish(config.parent, "plan", "race.toml", "--games", "999999", "--jobs", "2")
    assert code == 0, err
    took, power = out.split(
        "\n\nwhat 999,999 games of each cell will find (test at 5 % each by itself, power 90 %)\n\n"
    )
    head, _, titles, *cells, _, end = took.splitlines()
    assert head == "999,999 games of each cell asked for, log = games, into runs/race"
    assert titles.split() == ["cell", "id", "games", "deals", "parts", "time", "of", "one", "worker", "disk"]
    assert [line.split()[0] for line in cells] == ["base", "high"]
    assert [line.split()[2:5] for line in cells] == [["1,000,000", "500,000", "2"]] * 2
    assert end.startswith("about ")
    assert end.endswith("of disk")
    assert [path.name for path in config.parent.iterdir()] == ["race.toml"]
    header, *rows = power.splitlines()
    assert header.split()[:4] == ["statistic", "of", "difference", "seen"]
    assert all(line.endswith("high, base") for line in rows)
    assert "turns" in {line.split()[0] for line in rows}


def test_a_plan_for_machines(config, monkeypatch):
    monkeypatch.setattr(pilot, "PILOT_SECONDS", 0.0)
    result = CliRunner().invoke(command, [str(config), "--format", "json", "--log", "turns", "--jobs", "3"])
    assert result.exit_code == 0, result.output
    plan = json.loads(result.stdout)
    assert {key: plan[key] for key in ("games", "log", "jobs")} == {"games": 10_000, "log": "turns", "jobs": 2}
    assert [row["cell"] for row in plan["rows"]] == ["base", "high"]
    assert plan["bytes"] == sum(row["bytes"] for row in plan["rows"]) > 0
    assert plan["seconds"] == pytest.approx(sum(row["seconds"] for row in plan["rows"]) / 2)


def test_of_many_cells_a_few_are_tried(draws_game, monkeypatch):
    monkeypatch.setattr(pilot, "find_game", lambda _: draws.GAME)
    monkeypatch.setattr(pilot, "try_bots", lambda *_: None)
    monkeypatch.setattr(pilot, "load_kernel", draws.load)
    monkeypatch.setattr(pilot, "PILOT_SECONDS", 0.0)
    cells = [draws.cell(f"c{bonus}", bonus=bonus) for bonus in range(100)]
    pilots = run_pilots(cells, "games", Path())
    places = [place for place, cell in enumerate(cells) if cell.id in pilots]
    assert (len(places), places[0]) == (24, 0)
    assert {later - place for place, later in pairwise([*places, len(cells)])} == {4, 5}
    each = pilot_of_each(cells, pilots)
    for place, cell in enumerate(cells):
        assert each[place] is pilots[cells[max(one for one in places if one <= place)].id]
        assert (each[place] is pilots.get(cell.id)) == (place in places)
    assert len(run_pilots(cells[:24], "games", Path())) == 24


def test_a_plan_says_when_it_tried_a_few_of_the_cells(config, monkeypatch):
    monkeypatch.setattr(pilot, "PILOT_SECONDS", 0.0)
    monkeypatch.setattr(pilot, "_MOST_PILOTS", 2)
    with config.open("a") as file:
        file.write("\n[variants.higher]\nrules.target = 4000\n")
    done = CliRunner().invoke(command, [str(config)], catch_exceptions=False)
    assert (
        "what 10,000 games of each cell will find (test at 5 % each by itself, power 90 %), from 2 of the 3 cells\n"
        in done.stdout
    )
    assert "  higher " not in done.stdout.split("will find")[1]
    assert "\nhigher " in done.stdout


def test_time_and_disk_follow_from_the_pilot(draws_game, monkeypatch):
    monkeypatch.setattr(pilot, "find_game", lambda _: draws.GAME)
    planned = plan_cell(draws.cell(), 19_999, "games", Pilot(rate=1000.0, game_bytes=10.0, part_bytes=500))
    assert (planned.games, planned.deals, planned.parts) == (20_000, 10_000, 3)
    assert planned.seconds == 20.0
    assert planned.bytes == 200_000 + 3 * 500
    assert plan_cell(draws.cell(), 19_999, "games").seconds is None


def test_without_a_log_no_room_is_taken(draws_game, monkeypatch):
    monkeypatch.setattr(pilot, "find_game", lambda _: draws.GAME)
    assert plan_cell(draws.cell(), 100, "none", Pilot(1000.0, 10.0, 500)).bytes == 0


def test_a_plan_foresees_what_matters_to_the_asker(config, monkeypatch):
    monkeypatch.setattr(pilot, "PILOT_SECONDS", 0.0)

    def foreseen(*options):
        done = CliRunner().invoke(command, [str(config), "--format", "json", *options], catch_exceptions=False)
        return {(row["statistic"], row["of"]): row for row in json.loads(done.stdout)["differences"]}

    usual, finer = foreseen(), foreseen("--margin", "turns=0.01")
    assert set(finer) == {("turns", "game"), ("turns_sd", "game")} < set(usual)
    coarse, fine = usual["turns", "game"], finer["turns", "game"]
    assert (coarse["matters"], fine["matters"]) == (0.1, 0.01)
    assert fine["seconds"] > coarse["seconds"] > 0
    assert fine["games"] == pytest.approx(100 * coarse["games"], rel=0.2)  # the pilots may differ in length


def test_a_plan_of_one_cell_foresees_its_precision(config, monkeypatch):
    monkeypatch.setattr(pilot, "PILOT_SECONDS", 0.0)
    options = ["--set", "variants={}", "--format", "json"]
    widths = []
    for games in ("10000", "1000000"):
        done = CliRunner().invoke(command, [str(config), *options, "--games", games], catch_exceptions=False)
        rows = {(row["statistic"], row["of"]): row for row in json.loads(done.stdout)["precision"]}
        widths.append(rows["win_rate", "seat 1"]["half_width"])
    # 0.5 would be known to 1.96 · .005 of 10,000 games; the games of a deal say a little more or less
    assert 0.006 < widths[0] < 0.014
    assert widths[0] == pytest.approx(10 * widths[1], rel=0.2)

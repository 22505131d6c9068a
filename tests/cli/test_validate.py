from pathlib import Path

import pytest

from simkit.errors import ConfigError

GOOD = 'game = "pig"\n' + '[[seats]]\nstrategy = "reckless"\n' * 2 + "[variants.far]\nrules.target = 300\n"


def test_one_line_for_a_config_that_holds_with_its_cells_and_ids(simkit):
    Path("a.toml").write_text(GOOD, encoding="utf-8")
    assert simkit("validate", "a.toml") == "a.toml: valid; 2 cells: base, far\n"
    (line,) = simkit("validate", "a.toml", "--all").splitlines()
    name, cells = line.split(": ")
    assert name == "a.toml"
    assert [cell.split()[0] for cell in cells.split(", ")] == ["base", "far"]
    assert all(len(cell.split()[1]) == 16 for cell in cells.split(", "))


def test_all_errors_of_all_files(simkit, capsys):
    Path("a.toml").write_text(GOOD, encoding="utf-8")
    Path("b.toml").write_text(GOOD.replace("300", "3").replace("reckless", "hold-at", 1) + "x = 1\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        simkit("validate", "b.toml", "a.toml", "c.toml")
    assert list(caught.value.lines) == [
        "b.toml:7:16: variants.far.rules.target = 3: must be at least 10",
        "b.toml:8:1: variants.far.x: there is no such key; there are variant, rules, seats",
        "c.toml: there is no such file; did you mean b.toml?",
    ]


def test_the_configs_that_come_with_the_package_hold():
    from simkit.config import load_config, resolve

    folder = Path(__file__).parents[2] / "configs"
    found = {path.stem: [cell.name for cell in resolve(load_config(path))] for path in folder.glob("*.toml")}
    assert found["ten-thousand"] == found["zilch"] == found["first-player"] == ["base"]
    assert found["endgame"] == ["base", "single_turn", "no_endgame"]

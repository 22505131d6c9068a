"""What docs/bots.md shows of a table runs as it stands."""

import re
from pathlib import Path

import simkit

TEXT = (Path(__file__).parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")
SECTION = TEXT.split("## A table")[1].split("\n## ")[0]


def test_the_bot_with_a_table_is_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot, save = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    (config,) = re.findall(r"```toml\n(.*?)```", SECTION, re.DOTALL)
    Path("my_bots.py").write_text(bot, encoding="utf-8")
    exec(save)
    Path("zilch.toml").write_text(config, encoding="utf-8")
    assert len(simkit.run(Path("zilch.toml"), games=100).games().collect()) == 100

"""Baseline files: what is written is read, and nothing that is damaged or foreign is taken for a baseline."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.check.files import read_baseline, write_baseline
from simkit.config.toml import to_toml
from simkit.errors import StoreError
from tests.check.setting import baseline_of, batch_of


@pytest.fixture(scope="module")
def baseline(tmp_path_factory):
    folder = tmp_path_factory.mktemp("baseline")
    more = '\n[variants.equal]\nvariant = "equal-turns"\nrules.target = 40\n'
    return baseline_of(batch_of(folder, more, games=1_000), each=True)


@pytest.fixture
def path(baseline, tmp_path):
    write_baseline(tmp_path / "b.toml", baseline)
    return tmp_path / "b.toml"


def test_what_is_written_is_read(baseline, path) -> None:
    again = read_baseline(path)
    bare = {"blocks": None, "each_deal": None}
    assert again.record.model_copy(update=bare) == baseline.record.model_copy(update=bare)
    for name, there in baseline.counted.items():
        here = again.counted[name]
        assert (here.deals, here.block_deals) == (1_024, 4) == (there.deals, there.block_deals)
        assert (here.digests == there.digests).all()
        assert (here.each_digest == there.each_digest).all()
        for one, other in zip(
            (*here.sums, *here.each_sums, *here.squares), (*there.sums, *there.each_sums, *there.squares), strict=True
        ):
            assert (one is None) == (other is None)
            if one is not None:
                np.testing.assert_array_equal(one, other)


def test_writing_again_changes_no_byte(baseline, path) -> None:
    before = {one: one.read_bytes() for one in path.parent.iterdir()}
    assert len(before) == 3
    write_baseline(path, baseline)
    assert {one: one.read_bytes() for one in path.parent.iterdir()} == before


def test_the_table_is_for_people(path) -> None:
    text = path.read_text()
    assert 'statistic = "win_rate", seat = 1, value = 0.' in text
    assert max(map(len, text.splitlines())) < 400
    assert "target = 40" in text


def changed(path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def flipped(path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda p: p.unlink(), "there is no such baseline; `simkit baseline CONFIG --out"),
        (lambda p: p.write_bytes(b"\xff\xfe"), "damaged: no TOML"),
        (lambda p: p.write_text("a = "), "damaged: no TOML"),
        (lambda p: p.write_text('game = "zilch"'), "not a baseline: it has no format"),
        (lambda p: p.write_text("format = 1"), "not a baseline: it has no cells"),
        (lambda p: changed(p, "format = 1", "format = 2"), "baseline of format 2; this simkit reads format 1"),
        (lambda p: changed(p, "deals = 1024", 'deals = "many"'), "damaged: cells.0.deals"),
        (lambda p: changed(p, "deals = 1024", "deals = 1025"), "the blocks of cell base are not those"),
        (lambda p: changed(p, 'digest = "', 'digest = "0'), "the blocks of cell base are not those"),
        (lambda p: changed(p, "margin = 0.005", "margin = -1.0"), "damaged: cells.0.statistics.0.margin"),
        (lambda p: changed(p, "seed = 5", "seeds = 5"), "damaged: cells.0.seeds"),
        (lambda p: changed(p, 'name = "equal"', 'name = "base"'), "is there twice"),
        (
            lambda p: changed(p, 'statistic = "win_rate", seat = 2', 'statistic = "win_rate", seat = 1'),
            "is there twice",
        ),
        (lambda p: changed(p, '"win_rate", seat = 1', '"win_rates", seat = 1'), "damaged"),
        (lambda p: changed(p, "[blocks]", "[each]"), "damaged: each"),
        (lambda p: p.with_name("b.blocks.parquet").unlink(), "b.blocks.parquet: missing"),
        (lambda p: p.with_name("b.deals.parquet").unlink(), "b.deals.parquet: missing"),
        (
            lambda p: p.with_name("b.blocks.parquet").write_bytes(b""),
            "damaged: not the file that b.toml was written with",
        ),
        (lambda p: flipped(p.with_name("b.deals.parquet")), "damaged: not the file that b.toml was written with"),
    ],
)
def test_damage_is_one_clear_message(path, damage, message) -> None:
    damage(path)
    with pytest.raises(StoreError) as caught:
        read_baseline(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_another_baseline_is_refused(path, baseline) -> None:
    import hashlib

    import polars as pl

    beside = path.with_name("b.blocks.parquet")
    content = pl.read_parquet(beside).with_columns(pl.col("digest") + 1)
    content.write_parquet(beside)
    old = read_hash(path)
    changed(path, old, hashlib.sha256(beside.read_bytes()).hexdigest())
    with pytest.raises(StoreError, match="the blocks of cell base are not those"):
        read_baseline(path)


def read_hash(path) -> str:
    return path.read_text().split('sha256 = "')[1].split('"')[0]


def test_toml_of_awkward_text() -> None:
    import tomllib

    data = {"a b": 'x"\\\n\x7f\u0001é', "t": {"n.m": [1, 2], "none": None, "rows": [{"q": [1.5], "r": {"s": False}}]}}
    expected = {"a b": data["a b"], "t": {"n.m": [1, 2], "rows": data["t"]["rows"]}}
    assert tomllib.loads(to_toml(data)) == expected

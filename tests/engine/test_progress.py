import io

import pytest

from simkit.engine.progress import Progress, time_text


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def run(stream, clock, steps=30):
    progress = Progress(stream, clock)
    progress.start(10_000, 1_000)
    for _ in range(steps):
        clock.now += 1
        progress.played(300)
    progress.close()
    return stream.getvalue()


def test_a_log_gets_plain_lines_at_most_every_ten_seconds():
    assert run(io.StringIO(), Clock()).splitlines() == [
        "simkit: 4,000 of 10,000 games, 300 games/s, 20 s left",
        "simkit: 7,000 of 10,000 games, 300 games/s, 10 s left",
        "simkit: 10,000 of 10,000 games, 300 games/s, 0.0 s left",
        "simkit: 9,000 games in 30 s, 300 games/s",
    ]


@pytest.mark.parametrize("term", ["xterm", None])
def test_a_terminal_gets_a_bar_without_colours(monkeypatch, term):
    monkeypatch.delenv("TERM", raising=False)
    if term:
        monkeypatch.setenv("TERM", term)
    text = run(Terminal(), Clock())
    assert "\r" in text
    assert "10.0k games" in text
    assert "\x1b[3" not in text  # no colour
    assert text.endswith("simkit: 9,000 games in 30 s, 300 games/s\n")


def test_a_dumb_terminal_gets_plain_lines(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert "\r" not in run(Terminal(), Clock())


def test_nothing_played_is_nothing_said():
    assert run(io.StringIO(), Clock(), steps=0) == ""
    assert run(Terminal(), Clock(), steps=0).strip("\r ").count("simkit:") == 0


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.04, "0.0 s"), (9.94, "9.9 s"), (59.4, "59 s"), (125, "2 min 5 s"), (7_260, "2 h 1 min")]
)
def test_durations_in_words(seconds, text):
    assert time_text(seconds) == text

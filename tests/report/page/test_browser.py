"""The page opened in a real browser. Skipped where no Chromium is found; ``make slow`` demands one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simkit.report.page.write import write_page
from tests.browser import Browser, find_chromium
from tests.report.page.pages import page_of, pair, sweep

CHROMIUM = find_chromium()
WIDTHS = {"phone": 360, "desktop": 1280}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "no chromium on the PATH; on Debian: apt-get install chromium"
    with Browser(CHROMIUM) as found:
        yield found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("pages")
    for name, run in (("pair", pair()), ("sweep", sweep())):
        write_page(page_of(run, deals=3), folder / f"{name}.html")
    return sorted(folder.iterdir())


def check_page(browser: Browser, path: Path, width: int, *, dark: bool) -> None:
    browser.open(path, width, dark=dark)
    wide = browser.evaluate("document.documentElement.scrollWidth")
    assert browser.evaluate("document.querySelectorAll('details figure').length") == path.stem.count("pair")
    browser.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert wide <= width, "the page can be moved sideways"
    sizes = browser.evaluate("[...document.querySelectorAll('svg')].map(x => [x.clientWidth, x.clientHeight])")
    assert sizes
    assert all(w > 200 and h > 60 for w, h in sizes), "a chart is not drawn"
    drawn = browser.evaluate("[...document.querySelectorAll('svg')].map(x => x.querySelectorAll('path, use').length)")
    assert min(drawn) > 5
    assert browser.evaluate(OUTSIDE) == []
    paper = browser.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == ("rgb(20, 24, 29)" if dark else "rgb(255, 255, 255)")
    asked = [
        one["params"]["request"]["url"] for one in browser.events if one.get("method") == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith("data:")] == [path.resolve().as_uri()]
    wrong = {"Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"}
    assert [one for one in browser.events if one.get("method") in wrong] == []


OUTSIDE = """
[...document.querySelectorAll("svg text")].filter(x => {
  const mine = x.getBoundingClientRect(), all = x.ownerSVGElement.getBoundingClientRect();
  return mine.left < all.left - 1 || mine.right > all.right + 1 ||
    mine.bottom > all.bottom + 1 || mine.top < all.top - 1;
}).map(x => x.textContent)
"""
"""Texts of charts that are cut off."""


def check_sorting(browser: Browser, path: Path) -> None:
    browser.open(path, 1280, dark=False)
    column = "[...document.querySelectorAll('#table1 ~ .scroll tbody tr')].map(x => x.cells[4].dataset.v)"
    before = browser.evaluate(column)
    click = "document.querySelector('#table1 ~ .scroll thead').rows[0].cells[4].querySelector('button').click()"
    browser.evaluate(click)
    rising = browser.evaluate(column)
    browser.evaluate(click)
    falling = browser.evaluate(column)
    numbers = sorted(float(number) for number in before if number is not None)
    assert numbers != [float(number) for number in before if number is not None]
    assert [float(number) for number in rising if number is not None] == numbers
    assert [float(number) for number in falling if number is not None] == numbers[::-1]
    sort = "document.querySelector('#table1 ~ .scroll thead').rows[0].cells[4].getAttribute('aria-sort')"
    assert browser.evaluate(sort) == "descending"


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed; `make slow` demands one")
def test_the_page_in_a_browser(browser, files) -> None:
    check_page(browser, files[0], WIDTHS["phone"], dark=True)
    check_page(browser, files[0], WIDTHS["desktop"], dark=False)
    check_sorting(browser, files[0])


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("number", [0, 1])
def test_every_page_in_a_browser(browser, files, number, width, dark) -> None:
    check_page(browser, files[number], WIDTHS[width], dark=dark)

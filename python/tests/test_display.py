"""What notebooks show: no script, well formed, honest."""

import re
import xml.etree.ElementTree

import pytest

import fairmon as fm
from fairmon.display.axis import number_ticks, time_ticks
from fairmon.display.run import drawings
from fairmon.display.thin import thinned
from fairmon.display.words import cell, when


def parsed(html):
    """The HTML is well formed enough for an XML parser, which finds forgotten ends."""
    return xml.etree.ElementTree.fromstring(
        "<body>" + html.replace("&nbsp;", " ") + "</body>")


def test_a_run_shows_its_answer_panels_and_violations(parity_run):
    html = parity_run._repr_html_()
    tree = parsed(html)
    assert "<script" not in html and "Kept" in html
    pictures = [e for e in tree.iter() if e.tag.endswith("}svg") and "viewBox" in e.attrib]
    assert len(pictures) == 4
    shaded = [e for e in tree.iter() if e.tag.endswith("}rect")]
    assert len(shaded) == len(parity_run.episodes)
    assert re.search(r"stroke-dasharray=\"4 3\"/><text[^>]*>0.1<", html)
    assert "0.452261 of 1,592" in html


def test_a_group_has_one_colour_in_all_panels():
    spec = (fm.metrics.demographic_parity("group", "hired")
            + fm.metrics.equal_opportunity("group", "hired", "able"))
    run = fm.Monitor(spec).run({"time": [1, 2, 3], "group": ["b", "c", "a"],
                                "hired": [True, True, False], "able": [False, True, True]})
    styles = {}
    for drawing in drawings(run):
        for place, curve in zip(drawing.places, drawing.curves, strict=True):
            if curve.instance:
                styles.setdefault(curve.instance, set()).add(place)
    assert styles == {("a",): {0}, ("b",): {1}, ("c",): {2}}


def test_names_are_escaped():
    run = fm.Monitor(fm.metrics.demographic_parity("group", "hired")).run(
        {"time": [1, 2], "group": ["<b>&", 'x"y'], "hired": [True, False]})
    html = run._repr_html_()
    parsed(html)
    assert "<b>&" not in html and "&lt;b&gt;&amp;" in html


def test_a_run_without_values_says_so():
    spec = fm.metrics.demographic_parity("group", "hired", over="30d")
    run = fm.Monitor(spec).run({"time": [1], "group": ["a"], "hired": [True]})
    html = run._repr_html_()
    parsed(html)
    assert "no value was decided" in html and "Not judged" in html


def test_a_specification_is_highlighted_with_its_diagnostics():
    spec = fm.Specification('input a : Bool\ntrigger a && "<&>" // why')
    html = spec._repr_html_()
    parsed(html)
    assert "color:" in html and "&lt;&amp;&gt;" in html
    assert "error" in html


def test_tables_show_their_first_rows(parity_run):
    html = parity_run["demographic_parity_gap"]._repr_html_()
    parsed(html)
    assert "2,999 rows" in html and html.count("<tr>") == 21


def test_text_for_a_terminal(parity_run):
    text = repr(parity_run)
    assert text.startswith("kept: 3,000 events up to 124.87 d")
    assert "women" in text and "0.887271" in text
    assert "more …" in repr(fm.Monitor("input a : Bool trigger a").run(
        {"time": list(range(100)), "a": [i % 2 == 0 for i in range(100)]}).episodes)


def test_bands_are_drawn():
    from fairmon.display.picture import Drawing, panel_svg
    from fairmon.history import Curve

    curve = Curve("rate", ("a",), [0.0, 1.0, 2.0], [0.5, 0.4, 0.45], [10, 20, 30], [],
                  [0.2, None, 0.4], [0.8, None, 0.5])
    svg = panel_svg(Drawing("rate", [curve], begin=0.0, end=2.0))
    parsed(svg)
    assert "fill-opacity=\".16\"" in svg


def test_the_page_stands_alone(tmp_path, parity_run):
    parity_run.save_page(tmp_path / "run.html")
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "http://" not in page.replace(
        "http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("backend", ["matplotlib", "plotly"])
def test_plots(parity_run, backend, tmp_path):
    library = pytest.importorskip(backend)
    if backend == "matplotlib":
        library.use("Agg")
        figure = parity_run.plot(backend=backend)
        figure.savefig(tmp_path / "plot.png")
        assert (tmp_path / "plot.png").stat().st_size > 10_000
        assert len(figure.axes) == 4
        assert len(figure.axes[0].lines) == 2
    else:
        figure = parity_run.plot(backend=backend)
        assert len(figure.data) == 6
        assert len(figure.layout.shapes) == 2 + len(parity_run.episodes)


def test_plot_says_what_it_needs(parity_run):
    with pytest.raises(fm.UsageError, match="no backend"):
        parity_run.plot(backend="gnuplot")
    silent = fm.Monitor("input a : Bool").run({"time": [1], "a": [True]})
    with pytest.raises(fm.UsageError, match="nothing is plotted"):
        silent.plot(backend="matplotlib")


def test_ticks_are_round():
    assert number_ticks(0.0, 0.6) == [0.0, 0.2, 0.4, 0.6]
    assert [label for _, label in time_ticks(0, 86400 * 100, False)][:2] == ["0 d", "20 d"]
    years = time_ticks(1350000000, 1497000000, True)
    assert [label for _, label in years] == ["2013", "2014", "2015", "2016", "2017"]
    for span in (600, 86400, 86400 * 20, 86400 * 300, 86400 * 365 * 30):
        assert 1 <= len(time_ticks(1.6e9, 1.6e9 + span, True)) <= 13


def test_thinning_keeps_extremes():
    xs = [float(i) for i in range(10_000)]
    ys = [0.0] * 10_000
    ys[5_003], ys[7_777] = 1.0, -1.0
    chosen = thinned(xs, ys, 0.0, 9_999.0, 100)
    assert {0, 5_003, 7_777, 9_999} <= set(chosen) and len(chosen) < 500


def test_words():
    assert [cell(v) for v in (None, True, 1234567, 0.1234567, ("a", "b"), (0.25, 0.5))] == [
        "–", "yes", "1,234,567", "0.123457", "a, b", "0.25 … 0.5"]
    assert when(90.0) == "1.5 min"

"""The web interface on a run, and what is written for it."""

import io
import urllib.request

import pytest

import fairmon as fm
from fairmon.frames import rows_of_frame
from fairmon.web import write_csv


def test_serve_answers_until_it_is_stopped(small_run):
    with small_run.serve(browser=False) as server:
        assert server.running and server.url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(server.url.split("#")[0], timeout=20) as answer:
            assert b"<title>" in answer.read()
        assert "href" in server._repr_html_()
    assert not server.running and "stopped" in repr(server)
    server.stop()


def test_without_data_it_says_so(small_run, tmp_path):
    run = fm.Run(small_run._native)
    with pytest.raises(fm.UsageError, match="as `frame`"):
        run.serve(browser=False)
    with pytest.raises(fm.UsageError, match="as `frame`"):
        run.save_html(tmp_path / "report.html")


@pytest.mark.parametrize("name", ["report.html", "report.md", "report.json"])
def test_the_report_of_the_program(parity_run, tmp_path, name):
    parity_run.save_html(tmp_path / name)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert "demographic_parity" in text and len(text) > 2000


def test_a_report_that_cannot_be_written_says_why(small_run, tmp_path):
    with pytest.raises(fm.FairmonError, match="could not be written"):
        small_run.save_html(tmp_path / "nowhere" / "report.html")


def frames():
    rows = {"time": [1, 2], "g": ["a,\"b\"", None], "d": [True, False]}
    yield "dict", rows
    yield "dicts", [{"time": 1, "g": "a,\"b\"", "d": True}, {"time": 2, "d": False}]
    for name, make in (("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")):
        library = pytest.importorskip(name)
        yield name, getattr(library, make)(rows)


def test_every_frame_is_written_alike():
    for name, frame in frames():
        file = io.StringIO()
        write_csv(*rows_of_frame(frame), file)
        assert file.getvalue() == 'time,g,d\n1,"a,""b""",true\n2,,false\n', name


def test_what_is_no_frame_is_refused():
    with pytest.raises(fm.UsageError, match="is no frame"):
        rows_of_frame(17)

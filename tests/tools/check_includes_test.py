import pathlib
import tempfile
import unittest
from unittest import mock

import check_includes
import repository


def missing(**files):
    """What src/main.cpp lacks, among these files of src/."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "src").mkdir()
        for name, text in files.items():
            (root / "src" / name.replace("_", ".")).write_text(text)
        check_includes.provided.cache_clear()
        with mock.patch.object(repository, "ROOT", root):
            return check_includes.missing(pathlib.PurePath("src/main.cpp"))


class CheckIncludes(unittest.TestCase):
    def test_a_name_without_its_header(self):
        self.assertEqual(missing(main_cpp="std::vector<int> x;"), ["vector"])

    def test_the_header_itself(self):
        self.assertEqual(missing(main_cpp="#include <vector>\nstd::vector<int> x;"), [])

    def test_through_a_header_of_the_project(self):
        self.assertEqual(missing(main_cpp='#include "a.hpp"\nstd::vector<int> x;',
                                 a_hpp='#include "b.hpp"\n', b_hpp="#include <vector>\n"), [])

    def test_comments_and_strings_do_not_count(self):
        self.assertEqual(missing(main_cpp='// std::vector\nauto x = "std::map";'), [])


if __name__ == "__main__":
    unittest.main()

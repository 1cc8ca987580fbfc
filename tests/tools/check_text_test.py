"""The text, size and link checks see what they are there to see."""
import pathlib
import unittest

import check_links
import check_text


class Text(unittest.TestCase):
    def complaints(self, name, text):
        return list(check_text.complaints_of(pathlib.PurePath(name), text))

    def test_clean_text_passes(self):
        self.assertEqual(self.complaints("src/a.cpp", "int x;\n"), [])

    def test_each_fault_is_named(self):
        for text, fault in [
            ("int x;", "newline"),
            ("int\tx;\n", "tab"),
            ("int x; \n", "spaces"),
            ("int x;\r\n", "carriage"),
            ("// see /" + "home/somebody/x\n", "machine"),
        ]:
            found = self.complaints("src/a.cpp", text)
            self.assertTrue(any(fault in line for line in found), (text, found))

    def test_long_module_readme(self):
        self.assertEqual(self.complaints("src/a/README.md", "x\n" * 30), [])
        self.assertNotEqual(self.complaints("src/a/README.md", "x\n" * 31), [])


class Links(unittest.TestCase):
    def test_fenced_blocks_are_not_prose(self):
        text = "a\n```\n[x](nowhere.md)\n```\nb\n"
        self.assertEqual([line for _, line in check_links.prose(text)], ["a", "b"])

    def test_anchors(self):
        self.assertIn("who-may-know-whom", check_links.anchors("## Who may know whom\n"))

    def test_broken_link(self):
        name = pathlib.PurePath("README.md")
        self.assertEqual(list(check_links.check(name, "[map](ARCHITECTURE.md#rooms)\n")), [])
        self.assertNotEqual(list(check_links.check(name, "[map](ARCHITECTURE.md#cellar)\n")), [])
        self.assertNotEqual(list(check_links.check(name, "[map](CELLAR.md)\n")), [])


if __name__ == "__main__":
    unittest.main()

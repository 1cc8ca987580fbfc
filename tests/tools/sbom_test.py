"""The bill of materials names what is inside, and answers about known mistakes are understood."""
import json
import unittest

import sbom


class Sbom(unittest.TestCase):
    def test_what_is_inside(self):
        bill = sbom.document()
        names = {component["name"] for component in bill["components"]}
        self.assertLessEqual({"libcurl4-openssl-dev", "libsimdjson-dev", "preact",
                              "@codemirror/state"}, names)
        self.assertFalse(names & {"vitest", "typescript", "cmake", "@biomejs/biome"})
        references = [component["bom-ref"] for component in bill["components"]]
        self.assertEqual(len(references), len(set(references)))
        self.assertRegex(bill["metadata"]["component"]["version"], r"^\d+\.\d+")

    def test_packages_of_the_page(self):
        lock = {"packages": {"": {}, "app": {"version": "1"},
                             "node_modules/a": {"version": "1.2", "license": "MIT",
                                                "integrity": "sha512-AAEC"},
                             "node_modules/b": {"version": "2", "dev": True},
                             "node_modules/a/node_modules/@c/d": {"version": "3"}}}
        found = list(sbom.page_packages(lock))
        self.assertEqual([c["purl"] for c in found], ["pkg:npm/a@1.2", "pkg:npm/%40c/d@3"])
        by_name = {component["name"]: component for component in found}
        self.assertEqual(by_name["a"]["hashes"], [{"alg": "SHA-512", "content": "000102"}])

    def test_answers(self):
        def answer(total, names=()):
            return json.dumps({"vulnerabilities": {name: {} for name in names},
                               "metadata": {"vulnerabilities": {"total": total}}})
        self.assertEqual(sbom.judge(answer(0))[0], 0)
        status, lines = sbom.judge(answer(1, ["leftpad"]))
        self.assertEqual(status, 1)
        self.assertIn("leftpad", lines[0])
        for silence in ("", "npm error", '{"error": {"code": "E405"}}', "[]"):
            self.assertEqual(sbom.judge(silence)[0], 2, silence)


if __name__ == "__main__":
    unittest.main()

"""The layer check refuses what the map forbids and allows what it draws."""
import pathlib
import unittest

import check_layers


def complaint(path, target):
    return check_layers.complaint(pathlib.PurePath(path), target)


class Layers(unittest.TestCase):
    def test_downwards_is_fine(self):
        for path, target in [
            ("sema/types/unify.cpp", "syntax/ast.hpp"),
            ("engine/plan/plan.cpp", "ir/program.hpp"),
            ("lower/streams.cpp", "sema/analysis.hpp"),
            ("server/session.cpp", "pipeline/run.hpp"),
            ("cli/main.cpp", "plugins/registry.hpp"),
        ]:
            self.assertIsNone(complaint(path, target), (path, target))

    def test_up_and_sideways_is_refused(self):
        for path, target in [
            ("support/id.cpp", "value/type.hpp"),
            ("value/print.cpp", "diag/report.hpp"),
            ("syntax/parser.cpp", "ir/program.hpp"),
            ("engine/monitor_impl.cpp", "syntax/ast.hpp"),
            ("engine/monitor_impl.cpp", "reference/monitor.hpp"),
            ("sema/names/names.cpp", "lower/lower.hpp"),
            ("plugins/inputs/csv/source.cpp", "server/hub.hpp"),
            ("pipeline/run.cpp", "ir/program.hpp"),
        ]:
            self.assertIsNotNone(complaint(path, target), (path, target))

    def test_plugins_are_strangers(self):
        own = "plugins/inputs/csv/scan.hpp"
        self.assertIsNone(complaint("plugins/inputs/csv/source.cpp", own))
        self.assertIsNone(complaint("plugins/inputs/csv/source.cpp", "plugins/options.hpp"))
        self.assertIsNotNone(complaint("plugins/inputs/jsonl/source.cpp", own))

    def test_facades_are_for_the_top(self):
        self.assertIsNone(complaint("engine/monitor_impl.cpp", "fairmon/verdict.hpp"))
        self.assertIsNotNone(complaint("engine/monitor_impl.cpp", "fairmon/spec.hpp"))
        self.assertIsNone(complaint("pipeline/run.cpp", "fairmon/monitor.hpp"))


if __name__ == "__main__":
    unittest.main()

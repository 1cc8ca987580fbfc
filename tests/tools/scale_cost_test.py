import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/scale"))

import cost  # noqa: E402

FIGURES = cost.Figures(plain=100.0, spark=1000.0, stage=100.0, plain_stage=10.0, shuffled=50.0)


class ScaleCostTest(unittest.TestCase):
    def test_the_page_shows_what_the_script_computes(self):
        page = cost.PAGE.read_text(encoding="utf-8")
        self.assertEqual(page, cost.with_tables(page, cost.tables(cost.read_figures())),
                         "run bench/scale/cost.py --update")

    def test_figures_come_from_the_page_on_performance(self):
        found = cost.plain_figures("x\n## Figures\n| w | ns |\n|---|---:|\n| w1 | 1,086.7 | 2 |\n"
                                   "| w1 | 9 | 9 |\n")
        self.assertEqual(found["w1"], 1086.7)

    def test_the_global_stage_bounds_what_machines_gain(self):
        load = cost.Load("x", 1e9)
        few = cost.spark_cost(load, 1, FIGURES, True)
        many = cost.spark_cost(load, 100, FIGURES, True)
        self.assertEqual((few.bound, many.bound), ("global stage", "global stage"))
        self.assertAlmostEqual(many.seconds, 100.0)
        self.assertLess(cost.spark_cost(load, 100, FIGURES, False).seconds, 1.0)

    def test_one_machine_sends_nothing(self):
        self.assertEqual(cost.spark_cost(cost.Load("x", 1e9), 1, FIGURES, True).sent, 0.0)


if __name__ == "__main__":
    unittest.main()

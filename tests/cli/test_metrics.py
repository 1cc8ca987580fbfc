"""The metric library as a whole: every metric takes every option, and every README is complete."""
import pathlib
import re

from kit import ProgramTest

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "library/metrics"
INPUTS = """\
input race : String
input sex : String
input decision : Bool
input outcome : Bool
#[range="0,1"]
input score : Float64
"""
ARGUMENTS = {"decision": "decision", "outcome": "outcome", "event": "decision", "stratum": "sex",
             "bin": "score > 0.5", "score": "score", "value": "score", "delay": "score"}
OPTIONS = {"plain": "", "support": ", min_support: 30", "window": ", over: 30d, every: 1d",
           "prior": ", prior: 0.5, confidence: 20.0",
           "level": ", level: 0.95",
           "sure": ", level: 0.9, groups: 3, min_support: 5, over: 7d, every: 12h",
           "all": ", min_support: 5, over: 7d, every: 12h, prior: 0.2, confidence: 4.0, "
                  "threshold: 0.3, given: score > 0.1"}
NAMED = ("demographic_parity", "disparate_impact", "conditional_statistical_parity",
         "equal_opportunity", "predictive_equality", "equalized_odds", "predictive_parity",
         "conditional_use_accuracy", "overall_accuracy_equality", "treatment_equality",
         "calibration_within_groups", "balance_positive_class", "balance_negative_class",
         "decision_delay_parity")


def needed(metric):
    """Parameters without a default, besides the group."""
    text = (LIBRARY / metric / "metric.lola").read_text()
    names = re.findall(r"^//: parameter (\w+) : \w+$", text, re.M)
    return [name for name in names if name != "group"]


def takes_prior(metric):
    text = (LIBRARY / metric / "metric.lola").read_text()
    return metric != "group_mean" and "also group_mean" not in text


class Metrics(ProgramTest):
    metrics = sorted(path.parent.name for path in LIBRARY.glob("*/metric.lola"))

    def test_all_named_metrics_are_there(self):
        self.assertEqual([name for name in NAMED if name not in self.metrics], [])

    def test_every_metric_takes_every_option(self):
        count = 0
        for metric in self.metrics:
            given = ", ".join(f"{name}: {ARGUMENTS[name]}" for name in needed(metric))
            uses = []
            for title, options in OPTIONS.items():
                if "given" in options and "parameter given" not in self.text(metric):
                    options = options.replace(", given: score > 0.1", "")
                if not takes_prior(metric):
                    options = re.sub(r", prior: [\d.]+, confidence: [\d.]+", "", options)
                    # A mean has bounds in windows.
                    options = options.replace(", level: 0.95", ", level: 0.95, over: 7d, every: 1d")
                for how in ("difference", "ratio"):
                    for key, group in (("one", "race"), ("two", "(race, sex)")):
                        uses.append(f"use {metric}(group: {group}, {given}, compare: {how}"
                                    f"{options}) as {title}_{how}_{key}")
            self.write("metric.lola", INPUTS + "\n".join(uses) + "\n")
            # Which errors count is told by the outcome, and so is their kind: that is warned of.
            strict = [] if metric == "treatment_equality" else ["--deny-warnings"]
            said = self.run_program("check", "metric.lola", *strict)
            self.assertEqual(said.returncode, 0, metric + said.stderr)
            self.assertEqual(set(re.findall(r"\[[a-z-]+\]", said.stderr)),
                             set() if strict else {"[depends-on-result]"}, said.stderr)
            self.write("data.csv", "time,race,sex,decision,outcome,score\n"
                       "1,a,f,true,true,0.7\n2,b,m,false,true,0.2\n90000,c,f,true,false,0.9\n")
            self.succeed("monitor", "metric.lola", "data.csv")
            count += len(uses)
        self.assertEqual(count, len(self.metrics) * 28)

    def test_every_readme_says_what_it_must(self):
        for metric in self.metrics:
            text = (LIBRARY / metric / "README.md").read_text()
            for part in ("**Source.**", "**Assumptions.**", "**What is guaranteed.**",
                         "**When not to use it.**",
                         "## Worked example", "```rtlola", "```trace", "```verdicts"):
                self.assertIn(part, text, metric)
            self.assertIn(f"use {metric}(", text)

    def text(self, metric):
        """The metric's own text and that of the ones it builds on."""
        own = (LIBRARY / metric / "metric.lola").read_text()
        return own + "".join(self.text(name) for name in re.findall(r"^//: also (\w+)", own, re.M))

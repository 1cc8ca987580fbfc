#include <gtest/gtest.h>

#include "syntax/parse.hpp"
#include "templates/expand.hpp"

namespace fairmon::templates {
namespace {

struct Expanded {
  SourceFile source;
  Diagnostics diagnostics;
  syntax::Ast ast;
};

Expanded expand(const std::string& text) {
  Expanded result;
  result.source = SourceFile("spec.lola", text);
  result.diagnostics.add_file(result.source);
  result.ast = syntax::parse(result.source, 0, result.diagnostics);
  expand_uses(result.ast, result.source, result.diagnostics);
  return result;
}

const std::string kInputs = "input race : String\ninput hired : Bool\n";

TEST(ExpandUses, BecomesOutputsAtThePlaceOfTheUse) {
  const auto r = expand(kInputs +
                        "output a := hired\nuse demographic_parity(group: race, decision: hired)\n"
                        "output z := hired\n");
  ASSERT_FALSE(r.diagnostics.has_errors()) << render(r.diagnostics);
  std::vector<std::string> names;
  for (const syntax::DeclRef& ref : r.ast.order) {
    if (ref.kind == syntax::DeclKind::Output) {
      names.push_back(r.ast.outputs[syntax::OutputId(ref.index)].name.text);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a", "demographic_parity_left_out",
                                             "demographic_parity_rate", "demographic_parity_trials",
                                             "demographic_parity_case", "demographic_parity_judged",
                                             "demographic_parity_gap", "demographic_parity_lowest",
                                             "demographic_parity_highest", "", "z"}));
}

TEST(ExpandUses, ArgumentsKeepTheirPlace) {
  const auto r = expand(kInputs + "use demographic_parity(group: race, decision: hyred)\n");
  bool found = false;
  for (const syntax::Expr& expr : r.ast.exprs) {
    if (expr.kind == syntax::ExprKind::Name && expr.name.text == "hyred") {
      found = true;
      EXPECT_EQ(r.source.slice(expr.name.span), "hyred");
    }
  }
  EXPECT_TRUE(found);
}

std::string first_id(const std::string& use) {
  const auto r = expand(kInputs + use);
  return r.diagnostics.all().empty() ? "" : r.diagnostics.all().front().id;
}

TEST(ExpandUses, ReportsMistakesInTheUse) {
  EXPECT_EQ(first_id("use demografic_parity(group: race, decision: hired)"), "unknown-metric");
  EXPECT_EQ(first_id("use demographic_parity(grup: race, decision: hired)"), "metric-arguments");
  EXPECT_EQ(first_id("use demographic_parity(group: race)"), "metric-arguments");
  EXPECT_EQ(first_id("use demographic_parity(group: race, decision: hired, compare: rato)"),
            "metric-arguments");
  EXPECT_EQ(first_id("use demographic_parity(group: race, decision: hired, prior: 0.5)"),
            "metric-arguments");
  EXPECT_EQ(first_id("use demographic_parity(group: race, decision: hired)\n"
                     "use demographic_parity(group: race, decision: hired)"),
            "duplicate-metric");
  EXPECT_EQ(first_id("use demographic_parity(group: \"a\", decision: true)"), "metric-pacing");
}

TEST(ExpandUses, PrintsWhatItStandsFor) {
  auto r = expand(kInputs);
  r.source = SourceFile("spec.lola", kInputs + "use disparate_impact(race, hired) as di // end\n");
  Diagnostics diagnostics;
  diagnostics.add_file(r.source);
  const auto ast = syntax::parse(r.source, 0, diagnostics);
  const std::string text = expanded_text(ast, r.source, diagnostics);
  EXPECT_NE(text.find("when di_judged >= 2 && di_ratio < 0.8"), std::string::npos) << text;
  EXPECT_NE(text.find("// end\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("use "), std::string::npos) << text;
}

}  // namespace
}  // namespace fairmon::templates

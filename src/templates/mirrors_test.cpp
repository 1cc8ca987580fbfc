#include <gtest/gtest.h>

#include "syntax/parse.hpp"
#include "syntax/print.hpp"
#include "templates/expand.hpp"

namespace fairmon::templates {
namespace {

struct Expanded {
  syntax::Ast ast;
  Diagnostics diagnostics;
};

Expanded expand(std::string text) {
  Expanded result;
  const SourceFile source("test.lola", std::move(text));
  result.diagnostics.add_file(source);
  result.ast = syntax::parse(source, 0, result.diagnostics);
  expand_mirrors(result.ast, result.diagnostics);
  return result;
}

TEST(Mirrors, CopyNarrowsEveryEvaluation) {
  const Expanded result = expand(
      "input a: Int64\n"
      "output p(i) spawn with a eval @a when a == i with a close when a > 9\n"
      "output q mirrors p when a > 3\n");
  EXPECT_EQ(result.diagnostics.all().size(), 0U);
  EXPECT_EQ(syntax::print(result.ast),
            "input a: Int64\n"
            "output p(i) spawn with a eval @a when a == i with a close when a > 9\n"
            "output q(i) spawn with a eval @a when a == i && a > 3 with a close when a > 9\n");
  EXPECT_FALSE(result.ast.outputs.back().expanded_from.empty());
}

TEST(Mirrors, MirrorsOfMirrorsAddUp) {
  const Expanded result = expand(
      "output r mirrors q when c\n"
      "output q mirrors p when b || a\n"
      "output p := x\n");
  EXPECT_EQ(syntax::print(result.ast),
            "output r eval when (b || a) && c with x\n"
            "output q eval when b || a with x\n"
            "output p := x\n");
}

TEST(Mirrors, RefusesInputsStrangersAndCircles) {
  const Expanded result = expand(
      "input a: Int64\n"
      "output score := a\n"
      "output q mirrors a when true\n"
      "output r mirrors scroe when true\n"
      "output s mirrors t when true\n"
      "output t mirrors s when true\n");
  ASSERT_EQ(result.diagnostics.all().size(), 3U);
  EXPECT_EQ(result.diagnostics.all()[0].message, "`a` is an input; only outputs can be mirrored");
  EXPECT_EQ(result.diagnostics.all()[1].fixes.at(0).edits.at(0).replacement, "score");
  EXPECT_EQ(result.diagnostics.all()[2].id, "mirror-target");
  for (const syntax::OutputDecl& output : result.ast.outputs) {
    EXPECT_TRUE(output.mirror_of.missing());
    EXPECT_EQ(output.evals.size(), 1U);
  }
}

}  // namespace
}  // namespace fairmon::templates

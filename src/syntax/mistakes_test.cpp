#include <gtest/gtest.h>

#include "syntax/testing.hpp"

namespace fairmon::syntax {
namespace {

using testing::messages;
using testing::Parsed;
using testing::read;

struct Mistake {
  const char* text;
  const char* said;   ///< all messages, one a line
  const char* fixed;  ///< after applying the first fix of each message in turn; empty: no fix
};

// Applies the first fix of the first message until nothing is left to fix.
std::string apply_all(std::string text) {
  for (int round = 0; round < 10; ++round) {
    const Parsed parsed = read(text);
    const Fix* next = nullptr;
    for (const Diagnostic& item : parsed.diagnostics.all()) {
      if (!item.fixes.empty()) {
        next = &item.fixes.front();
        break;
      }
    }
    if (next == nullptr) {
      return text;
    }
    const auto changed = apply_edits(text, next->edits);
    EXPECT_TRUE(changed.has_value()) << text;
    text = changed.value_or("");
  }
  ADD_FAILURE() << "fixes do not come to an end:\n" << text;
  return text;
}

const Mistake kMistakes[] = {
    {"output x @1s a + 1", "1:13 missing-assign: `:=` is missing before the expression\n",
     "output x @1s := a + 1"},
    {"output x = a", "1:10 missing-assign: an output is defined with `:=`; `=` compares\n",
     "output x := a"},
    {"output x @1s == a", "1:14 missing-assign: an output is defined with `:=`; `==` compares\n",
     "output x @1s := a"},
    {"constant e: Float64 = 0.1", "1:21 missing-assign: a value is given with `:=`; `=` compares\n",
     "constant e: Float64 := 0.1"},
    {"output x @ a == 3 := b",
     "1:12 condition-as-pacing: `@` takes inputs or a period; this is a condition\n",
     "output x eval when a == 3 with b"},
    {"output x := (a + 1\noutput y := abs(a\n",
     "1:19 missing-parenthesis: a `)` is missing here\n"
     "2:18 missing-parenthesis: a `)` is missing here\n",
     "output x := (a + 1)\noutput y := abs(a)\n"},
    {"output x := a)", "1:14 missing-parenthesis: there is no `(` for this `)`\n", "output x := a"},
    {"output x := a +\ntrigger b >",
     "1:15 missing-operand: `+` has nothing to its right\n"
     "2:11 missing-operand: `>` has nothing to its right\n",
     "output x := a\ntrigger b"},
    {"output x := f(a, , b)", "1:17 missing-operand: an expression is missing here\n", ""},
    {"output x := f(a b)", "1:16 missing-comma: a `,` or an operator is missing before `b`\n",
     "output x := f(a, b)"},
    {"output x spawn when a spawn when b eval with c",
     "1:23 repeated-clause: there is a second `spawn`\n", "output x spawn when a eval with c"},
    {"output x eval when a when b with c with d",
     "1:22 repeated-clause: there is a second `when`\n"
     "1:36 repeated-clause: there is a second `with`\n",
     "output x eval when a with c"},
    {"output x spawn eval with c",
     "1:10 empty-clause: this `spawn` does not say when or with which parameters\n",
     "output x eval with c"},
    {"output x eval", "1:10 empty-clause: this `eval` does not say when or what to evaluate\n", ""},
    {"output x @a : Int64 := a", "1:13 type-after-pacing: the type stands before the pacing\n",
     "output x: Int64 @a := a"},
    {"output x @a eval with a",
     "1:10 pacing-before-eval: the pacing stands behind `eval`, not before it\n",
     "output x eval @a with a"},
    {"output x filter a > 3 := a",
     "1:10 old-syntax: `filter` belongs to an older form of the language\n",
     "output x\n  eval when a > 3 with a"},
    {"output x(p) @1s spawn with a if b filter c close d := e",
     "1:30 old-syntax: `if` belongs to an older form of the language\n",
     "output x(p)\n  spawn when b with a\n  eval @1s when c with e\n  close when d"},
    {"output x { invoke a extend b terminate c } := d",
     "1:12 old-syntax: `invoke` belongs to an older form of the language\n",
     "output x\n  spawn with a\n  eval when b with d\n  close when c"},
    {"output x spawn with a unless b eval with c",
     "1:23 old-syntax: `unless` belongs to an older form of the language\n",
     "output x\n  spawn when !(b) with a\n  eval with c"},
    {"output x(p) spawn with a := b",
     "1:26 old-syntax: beside clauses the value is given by `eval with`, not by `:=`\n",
     "output x(p)\n  spawn with a\n  eval with b"},
    {"output x := a[-1, 0]",
     "1:14 old-syntax: brackets take only the offset; its default is given by name\n",
     "output x := a.offset(by: -1, or: 0)"},
    {"output x := a[b]",
     "1:15 malformed-offset: an offset is a whole number, such as `-1` for the value before\n", ""},
    {"output x @5sec := a", "1:12 unknown-unit: `sec` is not a unit\n", "output x @5s := a"},
    {"output x @1e := a", "1:12 unknown-unit: `e` is not a unit\n", ""},
    {"output x := a.prev(or: 0)", "1:15 previous-value: there is no access `prev`\n",
     "output x := a.last(or: 0)"},
    {"output x := prev(a)", "1:13 previous-value: there is no function `prev`\n",
     "output x := a.offset(by: -1)"},
    {"output x := a.hold", "1:15 method-parentheses: `hold` needs parentheses behind it\n",
     "output x := a.hold()"},
    {"output x := a.aggregate(using: sum, over: 5s)",
     "1:25 argument-order: `using` comes after `over`\n",
     "output x := a.aggregate(over: 5s, using: sum)"},
    {"output x := a.aggregate(over_discrete_exactly: 5, using: sum)",
     "1:25 argument-name: `aggregate` has no argument `over_discrete_exactly`\n",
     "output x := a.aggregate(over_exactly_discrete: 5, using: sum)"},
    {"output x @a && b || c := 1", "1:11 mixed-activation: this is read as `a && (b || c)`\n",
     "output x @a && (b || c) := 1"},
    {"input error: Int64\noutput x := error + 1",
     "1:7 reserved-name: `error` is a word of the language and cannot name an input\n",
     "input error_: Int64\noutput x := error_ + 1"},
    {"input Any: Int64",
     "1:7 reserved-name: `Any` is a word of the language and cannot name an "
     "input\n",
     "input Any_: Int64"},
    {"include \"x.lola\"\ninput a: Int64",
     "1:1 include: a specification cannot include another file\n", "\ninput a: Int64"},
    {"input a, b: Bool", "1:7 missing-type: the input `a` needs a type\n",
     "input a: Bool, b: Bool"},
    {"input a Bool", "1:7 missing-type: the input `a` needs a type\n", "input a: Bool"},
    {"constant e := 0.1", "1:10 missing-type: the constant `e` needs a type\n",
     "constant e: Float64 := 0.1"},
    {"output x := if a then b", "1:24 incomplete-if: the `else` of this `if` is missing\n", ""},
    {"output x := if a b else c", "1:17 incomplete-if: the `then` of this `if` is missing\n",
     "output x := if a then b else c"},
    {"x := 3\ny: Bool",
     "1:1 missing-keyword: `x` is defined without a keyword before it\n"
     "2:1 missing-keyword: `y` is declared without a keyword before it\n",
     "output x := 3\ninput y: Bool"},
    {"output x when a with b", "1:10 missing-keyword: `eval` is missing before `when`\n",
     "output x eval when a with b"},
    {"output x(p) spawn a eval b close c",
     "1:18 missing-keyword: `with` is missing behind `spawn`\n"
     "1:25 missing-keyword: `with` is missing behind `eval`\n"
     "1:33 missing-keyword: `when` is missing behind `close`\n",
     "output x(p) spawn with a eval with b close when c"},
    {"output x eval @a := b", "1:18 missing-assign: behind `eval` the value is given by `with`\n",
     "output x eval @a with b"},
    {"output x eval with a close with b",
     "1:28 close-with: `close` takes a condition, not a "
     "value\n",
     "output x eval with a close when b"},
    {"trigger high := a > 3", "1:9 named-trigger: a trigger has no name\n", "trigger a > 3"},
    {"output x(p) spawn with a", "1:8 missing-definition: `x` does not say its value\n", ""},
    {"#[threshold=0.1]\noutput x := a", "1:13 tag-value: the value of a tag stands in quotes\n",
     "#[threshold=\"0.1\"]\noutput x := a"},
    {"type T { x: Int64 }", "1:1 ignored-type: a type declaration has no effect\n", ""},
    {"output x := a − b", "1:15 unexpected-character: `−` only looks like `-`\n",
     "output x := a - b"},
    {"output x := “a”", "1:13 unexpected-character: a text stands in plain double quotes\n",
     "output x := \"a\""},
    {"output x := a $ b", "1:15 unexpected-character: the character `$` has no meaning here\n", ""},
    {"input a: Int64;", "1:15 unexpected-character: the character `;` has no meaning here\n",
     "input a: Int64"},
    {"output x := a\xFF\xFE", "1:14 unexpected-character: these bytes are not UTF-8 text\n", ""},
    {"output x := \"a\noutput y := \"b\"",
     "1:13 unterminated-string: this text has no closing `\"`\n",
     "output x := \"a\"\noutput y := \"b\""},
    {"output x := r#\"a\"", "1:13 unterminated-string: this raw text has no closing `\"#`\n",
     "output x := r#\"a\"\"#"},
    {"output x := a /* b", "1:15 unterminated-comment: this comment never ends\n",
     "output x := a /* b*/\n"},
    {"output x := a.99999999999",
     "1:15 component-number: a component is chosen by a small whole "
     "number\n",
     ""},
    {"ouput x := a\nimput b: Bool\noutput y(i) spwan with b eval wiht c",
     "1:1 misspelt-keyword: `ouput` is not a word of the language\n"
     "2:1 misspelt-keyword: `imput` is not a word of the language\n"
     "3:13 misspelt-keyword: `spwan` is not a word of the language\n"
     "3:31 misspelt-keyword: `wiht` is not a word of the language\n",
     "output x := a\ninput b: Bool\noutput y(i) spawn with b eval with c"},
    {"output", "1:7 unexpected-token: expected a name for an output here\n", ""},
};

TEST(Mistakes, EachHasOneMessageAndAFixThatHelps) {
  for (const Mistake& mistake : kMistakes) {
    const Parsed parsed = read(mistake.text);
    EXPECT_EQ(messages(parsed.diagnostics), mistake.said) << mistake.text;
    const std::string wanted = *mistake.fixed == '\0' ? mistake.text : mistake.fixed;
    if (std::string_view(mistake.text).starts_with("type ")) {
      continue;  // its fix leaves nothing
    }
    const std::string fixed = apply_all(mistake.text);
    EXPECT_EQ(fixed, wanted) << mistake.text;
    if (*mistake.fixed != '\0') {
      EXPECT_EQ(messages(read(fixed).diagnostics), "") << fixed;
    }
  }
}

TEST(Mistakes, IndependentOnesAreAllReported) {
  const Parsed parsed = read(
      "input a: Int64,\n"
      "output x := a +\n"
      "output y(i) spawn wit a eval with (a + ) * f(b, *)\n"
      "constant c: Int64 := \n"
      "trigger a > > 3\n"
      "output z := a\n");
  EXPECT_EQ(messages(parsed.diagnostics),
            "1:16 unexpected-token: expected a name for an input here\n"
            "2:15 missing-operand: `+` has nothing to its right\n"
            "3:19 misspelt-keyword: `wit` is not a word of the language\n"
            "3:38 missing-operand: `+` has nothing to its right\n"
            "3:49 missing-operand: expected an expression, but there is `*`\n"
            "4:21 missing-operand: an expression is missing here\n"
            "5:11 missing-operand: `>` has nothing to its right\n");
  EXPECT_EQ(parsed.ast.outputs.size(), 4U);
}

}  // namespace
}  // namespace fairmon::syntax

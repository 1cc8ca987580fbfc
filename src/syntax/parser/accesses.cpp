#include <algorithm>
#include <array>

#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {
namespace {

bool is_selection(std::string_view name) {
  return name == "all" || name == "All" || name == "fresh" || name == "Fresh";
}

bool is_previous(std::string_view name) { return name == "prev" || name == "previous"; }

// Forms whose arguments have a fixed order, as released tools know them.
struct OrderedForm {
  std::string_view method;
  std::string_view last;  ///< the argument that comes last
};
constexpr std::array kOrdered = {OrderedForm{"aggregate", "using"}, OrderedForm{"offset", "or"}};

struct Misspelled {
  std::string_view wrong;
  std::string_view right;
};
constexpr std::array kMisspelled = {
    Misspelled{"over_discrete_exactly", "over_exactly_discrete"},
    Misspelled{"exactly_over", "over_exactly"},
    Misspelled{"over_instance", "over_instances"},
    Misspelled{"instances", "over_instances"},
    Misspelled{"discrete", "over_discrete"},
};

}  // namespace

ExprId Parser::check_call(Expr call) {
  // The paper's `All(i, g => …)` is `All(where: (i, g) => …)`.
  if (is_selection(call.name.text) && call.arguments.size() == 1) {
    Argument& only = call.arguments.front();
    if (only.name.missing() && expr(only.value).kind == ExprKind::Lambda) {
      only.name.text = "where";
    }
  }
  if (is_previous(call.name.text) && !call.arguments.empty()) {
    const std::string stream = slice(expr(call.arguments.front().value).span);
    diag::Report report = diag::error(diagnostics_, "previous-value", call.focus,
                                      "there is no function `" + call.name.text + "`");
    if (call.arguments.size() == 1) {
      report.fix("read the value before", {{call.span, stream + ".offset(by: -1)"}});
      report.help("say what to use before there is one: `" + stream + ".last(or: …)`");
    } else {
      const std::string fallback = slice(expr(call.arguments[1].value).span);
      report.fix("read the value before", {{call.span, stream + ".last(or: " + fallback + ")"}});
    }
    return missing(call.span);
  }
  return add(std::move(call));
}

ExprId Parser::check_method(Expr method) {
  if (is_previous(method.name.text)) {
    diag::Report report = diag::error(diagnostics_, "previous-value", method.focus,
                                      "there is no access `" + method.name.text + "`");
    const Span tail = {method.focus.begin, method.span.end, file_};
    if (method.arguments.empty()) {
      report.fix("read the value before", {{tail, "offset(by: -1)"}});
      report.help("say what to use before there is one: `last(or: …)`");
    } else {
      const std::string fallback = slice(expr(method.arguments.front().value).span);
      report.fix("read the value before", {{tail, "last(or: " + fallback + ")"}});
    }
    return missing(method.span);
  }
  check_argument_names(method);
  check_argument_order(method);
  return add(std::move(method));
}

void Parser::check_argument_names(Expr& method) {
  if (method.name.text != "aggregate") {
    return;
  }
  for (Argument& argument : method.arguments) {
    for (const Misspelled& one : kMisspelled) {
      if (argument.name.text == one.wrong) {
        const std::string right(one.right);
        diag::error(diagnostics_, "argument-name", argument.name.span,
                    "`aggregate` has no argument `" + argument.name.text + "`")
            .fix("write `" + right + "`", {{argument.name.span, right}}, true);
        argument.name.text = right;
      }
    }
  }
}

void Parser::check_argument_order(Expr& method) {
  const auto* form = std::find_if(kOrdered.begin(), kOrdered.end(), [&](const OrderedForm& one) {
    return one.method == method.name.text;
  });
  if (form == kOrdered.end() || method.arguments.size() != 2) {
    return;
  }
  Argument& first = method.arguments[0];
  Argument& second = method.arguments[1];
  if (first.name.text != form->last || second.name.missing()) {
    return;
  }
  const Span early = cover(first.name.span, expr(first.value).span);
  const Span late = cover(second.name.span, expr(second.value).span);
  diag::error(diagnostics_, "argument-order", early,
              "`" + first.name.text + "` comes after `" + second.name.text + "`")
      .label(late, "this comes first")
      .fix("swap them", {{early, slice(late)}, {late, slice(early)}}, true);
  std::swap(first, second);
}

}  // namespace fairmon::syntax::parser

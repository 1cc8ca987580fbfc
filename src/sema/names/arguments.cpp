#include <algorithm>

#include "sema/names/resolver.hpp"

namespace fairmon::sema::names {

ExprId Arguments::take(std::initializer_list<std::string_view> names) {
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    const std::string& name = (*arguments_)[i].name.text;
    if (!taken_[i] && std::find(names.begin(), names.end(), name) != names.end()) {
      taken_[i] = true;
      return (*arguments_)[i].value;
    }
  }
  return {};
}

ExprId Arguments::take_positional() {
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    if (!taken_[i] && (*arguments_)[i].name.missing()) {
      taken_[i] = true;
      return (*arguments_)[i].value;
    }
  }
  return {};
}

bool Arguments::has(std::string_view name) const {
  return std::any_of(arguments_->begin(), arguments_->end(),
                     [&](const syntax::Argument& a) { return a.name.text == name; });
}

const syntax::Argument* Arguments::leftover() const {
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    if (!taken_[i]) {
      return &(*arguments_)[i];
    }
  }
  return nullptr;
}

void Resolver::finish(ExprId id, ConstructUse use) {
  context_.facts(id).construct = static_cast<std::int32_t>(context_.analysis.constructs.size());
  context_.analysis.constructs.push_back(std::move(use));
}

bool Resolver::no_leftover(ExprId id, const Arguments& arguments, std::string_view form) {
  const syntax::Argument* extra = arguments.leftover();
  if (extra == nullptr) {
    return true;
  }
  const syntax::Expr& expr = context_.expr(id);
  const Span place = extra->name.missing() ? context_.expr(extra->value).span : extra->name.span;
  const std::string message =
      extra->name.missing()
          ? fmt::format("`{}` has no use for this argument", expr.name.text)
          : fmt::format("`{}` has no argument `{}`", expr.name.text, extra->name.text);
  diag::error(context_.diagnostics, "unknown-argument", place, message)
      .note(fmt::format("it is written `{}`", form));
  context_.mark_broken(id);
  return false;
}

void Resolver::missing_argument(ExprId id, std::string_view what, std::string_view form) {
  const syntax::Expr& expr = context_.expr(id);
  diag::error(context_.diagnostics, "missing-argument", expr.focus,
              fmt::format("`{}` needs {}", expr.name.text, what))
      .note(fmt::format("it is written `{}`", form));
  context_.mark_broken(id);
}

void Resolver::resolve_arguments(ExprId id) {
  for (const syntax::Argument& argument : context_.expr(id).arguments) {
    resolve(argument.value);
  }
}

}  // namespace fairmon::sema::names

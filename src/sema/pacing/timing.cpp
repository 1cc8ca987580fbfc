#include "sema/pacing/timing.hpp"

#include <fmt/format.h>

#include "sema/structure/quantities.hpp"

namespace fairmon::sema::pacing {

ir::Pacing Timing::pacing() const {
  ir::Pacing result;
  switch (kind) {
    case TimingKind::Unknown:
    case TimingKind::Constant:
      break;
    case TimingKind::Event:
      result.kind = ir::PacingKind::Event;
      result.activation = formula.activation();
      break;
    case TimingKind::Global:
      result.kind = ir::PacingKind::Global;
      result.period = period;
      break;
    case TimingKind::Local:
      result.kind = ir::PacingKind::Local;
      result.period = period;
      break;
  }
  return result;
}

std::optional<Timing> meet(const Timing& a, const Timing& b) {
  if (!a.known() || !b.known()) {
    return Timing::unknown();
  }
  if (a.kind == TimingKind::Constant) {
    return b;
  }
  if (b.kind == TimingKind::Constant) {
    return a;
  }
  if (a.kind != b.kind) {
    return std::nullopt;
  }
  if (a.is_event()) {
    auto formula = Formula::both(a.formula, b.formula);
    return formula ? std::optional(Timing::event(*std::move(formula))) : std::nullopt;
  }
  const auto period = structure::common_period(a.period, b.period);
  return period ? std::optional(Timing::periodic(a.kind == TimingKind::Local, *period))
                : std::nullopt;
}

bool implies(const Timing& a, const Timing& b) {
  if (!a.known() || !b.known() || b.kind == TimingKind::Constant) {
    return true;
  }
  if (a.kind != b.kind) {
    return false;
  }
  return a.is_event() ? a.formula.implies(b.formula) : structure::is_multiple(a.period, b.period);
}

namespace {

std::string formula_text(const Context& context, const Formula& formula, std::string_view both,
                         std::string_view either, std::string_view quote) {
  std::string text;
  for (const Formula::Term& term : formula.terms()) {
    text += text.empty() ? "" : std::string(either);
    std::string one;
    for (const std::uint32_t index : term) {
      one += one.empty() ? "" : std::string(both);
      one += fmt::format("{}{}{}", quote, context.ast.inputs.raw()[index].name.text, quote);
    }
    const bool grouped = quote.empty() && formula.terms().size() > 1 && term.size() > 1;
    text += grouped ? fmt::format("({})", one) : one;
  }
  return text;
}

}  // namespace

std::string words(const Context& context, const Timing& timing) {
  switch (timing.kind) {
    case TimingKind::Unknown:
    case TimingKind::Constant:
      return "never";
    case TimingKind::Event: {
      if (timing.formula == Formula::always()) {
        return "with every event";
      }
      const bool single =
          timing.formula.terms().size() == 1 && timing.formula.terms()[0].size() == 1;
      return fmt::format("when {} arrive{}",
                         formula_text(context, timing.formula, " and ", ", or ", "`"),
                         single ? "s" : "");
    }
    case TimingKind::Global:
      return fmt::format("every {}", structure::period_text(timing.period));
    case TimingKind::Local:
      return fmt::format("every {} since the spawn of its instance",
                         structure::period_text(timing.period));
  }
  return {};
}

std::string annotation(const Context& context, const Timing& timing) {
  switch (timing.kind) {
    case TimingKind::Unknown:
    case TimingKind::Constant:
      break;
    case TimingKind::Event:
      if (timing.formula == Formula::always()) {
        return "@true";
      }
      return fmt::format("@({})", formula_text(context, timing.formula, " && ", " || ", ""));
    case TimingKind::Global:
      return fmt::format("@Global({})", structure::period_text(timing.period));
    case TimingKind::Local:
      return fmt::format("@Local({})", structure::period_text(timing.period));
  }
  return {};
}

}  // namespace fairmon::sema::pacing

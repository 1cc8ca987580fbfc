#pragma once

#include <optional>
#include <string>

#include "ir/program.hpp"
#include "sema/context.hpp"
#include "sema/pacing/formula.hpp"

namespace fairmon::sema::pacing {

enum class TimingKind : std::uint8_t {
  Unknown,   ///< an error was reported
  Constant,  ///< no constraint: never evaluated on its own
  Event,
  Global,
  Local,
};

/// When something has a value.
struct Timing {
  TimingKind kind = TimingKind::Constant;
  Formula formula;
  ir::Period period;

  [[nodiscard]] static Timing unknown() { return {TimingKind::Unknown, {}, {}}; }
  [[nodiscard]] static Timing event(Formula formula) {
    return {TimingKind::Event, std::move(formula), {}};
  }
  [[nodiscard]] static Timing periodic(bool local, ir::Period period) {
    return {local ? TimingKind::Local : TimingKind::Global, {}, period};
  }
  [[nodiscard]] bool known() const { return kind != TimingKind::Unknown; }
  [[nodiscard]] bool is_event() const { return kind == TimingKind::Event; }
  [[nodiscard]] bool is_periodic() const {
    return kind == TimingKind::Global || kind == TimingKind::Local;
  }
  [[nodiscard]] ir::Pacing pacing() const;
  friend bool operator==(const Timing&, const Timing&) = default;
};

/// When both have a value; nothing if they never do together.
[[nodiscard]] std::optional<Timing> meet(const Timing& a, const Timing& b);
/// Whether `b` has a value whenever `a` is due.
[[nodiscard]] bool implies(const Timing& a, const Timing& b);

/// In words that follow a name: "when `a` and `b` arrive", "every 10s".
[[nodiscard]] std::string words(const Context& context, const Timing& timing);
/// As an annotation: `@(a && b)`, `@Global(10s)`.
[[nodiscard]] std::string annotation(const Context& context, const Timing& timing);

}  // namespace fairmon::sema::pacing

#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/event.hpp>
#include <fairmon/source.hpp>
#include <fairmon/time.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

namespace detail {
struct SpecBody;
}

enum class StreamKind : std::uint8_t { Input, Output, Trigger };

/// At which level of detail a stream is shown, ascending.
enum class Verbosity : std::uint8_t {
  Silent,
  Violations,
  Warnings,
  Public,
  Outputs,
  Streams,
  Debug
};

struct Tag {
  std::string key;
  std::optional<std::string> value;
  Span span;
};

/// What is known of one stream of a compiled specification.
struct StreamInfo {
  std::string name;  ///< triggers are called `trigger_0`, `trigger_1`, …
  StreamKind kind = StreamKind::Output;
  Type type;
  struct Parameter {
    std::string name;
    Type type;
  };
  std::vector<Parameter> parameters;
  bool spawned = false;             ///< has a spawn clause
  std::uint32_t trigger_index = 0;  ///< number among the triggers
  std::string pacing;               ///< in the user's words: `event`, `every 1 d`, …
  std::string message;              ///< constant message of a trigger, if it has one
  std::string title;                ///< of a trigger: what its messages have in common
  std::optional<Duration> period;   ///< of the clock that evaluates it, rounded down
  bool closes = false;              ///< has a close clause
  Verbosity verbosity = Verbosity::Outputs;
  bool debug = false;
  std::vector<Tag> tags;
  Span span;  ///< the name where it is declared
  /// Of a stream that nobody wrote: what it says about which other one (compile_with_findings).
  enum class Tells : std::uint8_t {
    Nothing,
    Trials,     ///< how many trials stand behind each value of the other
    Hits,       ///< how many of them were hits
    Lower,      ///< the lower end of each value's band
    Upper,      ///< the upper end
    State,      ///< whether the condition of the trigger holds; said when that changes
    Judgement,  ///< of a trigger with a statement (judgements.hpp); said when that changes
    Needed,     ///< about how many more trials would decide it; said while it is undecided
    Stretch,    ///< how long ago the violating stretch began, with `recent`; negative: with the run
  };
  Tells tells = Tells::Nothing;
  std::uint32_t tells_of = 0;  ///< index of the other stream
  /// How sure: of an output with a band the band's level, of a trigger with a statement (`certain`)
  /// that statement's; compiled with findings.
  std::optional<double> level;
  /// Of a trigger: outputs with trials (Tells::Trials) that its condition comes from.
  std::vector<std::uint32_t> speaks_of;

  /// Tuple of all parameters (of one, too), the shape of the cells that name an instance.
  [[nodiscard]] Type instance_type() const;
};

/// A plot as the tags describe it.
struct PanelInfo {
  std::string id;
  std::string title;
  std::string unit;
  std::vector<std::uint32_t> streams;   ///< drawn as curves, indices into Spec::streams()
  std::vector<std::uint32_t> triggers;  ///< drawn as bars
  std::vector<double> thresholds;
};

/// A compiled specification. Immutable and shared: copying it copies a handle.
class Spec {
 public:
  explicit Spec(std::shared_ptr<const detail::SpecBody> body);

  /// Inputs, then outputs and triggers in declaration order; hidden helper streams are not listed.
  [[nodiscard]] std::span<const StreamInfo> streams() const noexcept;
  [[nodiscard]] std::size_t num_inputs() const noexcept;
  [[nodiscard]] std::optional<std::uint32_t> find_stream(std::string_view name) const noexcept;
  [[nodiscard]] std::span<const PanelInfo> panels() const noexcept;
  [[nodiscard]] const InputSchema& input_schema() const noexcept;
  /// Tags of the specification as a whole: `#![…]`.
  [[nodiscard]] std::span<const Tag> tags() const noexcept;
  [[nodiscard]] const SourceFile& source() const noexcept;
  /// The first moment from `time` on by which every stream with a clock has come to the end of the
  /// period that is under way at `time`; `time` itself if none is.
  [[nodiscard]] Timestamp end_of_periods(Timestamp time) const;
  /// Hexadecimal digest of everything that decides verdicts; checkpoints are tied to it.
  [[nodiscard]] const std::string& digest() const;
  [[nodiscard]] const detail::SpecBody& body() const noexcept { return *body_; }

 private:
  std::shared_ptr<const detail::SpecBody> body_;
};

struct CompileOptions {
  bool optimise = true;
  /// Names of optimisation passes to leave out.
  std::vector<std::string> disabled_passes;
  /// A level (between 0 and 1) that all statements without one of their own share.
  std::optional<double> level;
};

/// Without a Spec there is at least one error among the diagnostics.
struct Compiled {
  std::optional<Spec> spec;
  Diagnostics diagnostics;
};

[[nodiscard]] Compiled compile(const SourceFile& source, const CompileOptions& options = {});

}  // namespace fairmon

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Random specifications as trees that can be printed and taken apart again.
namespace fairmon::random_cases {

enum class Kind : std::uint8_t {
  Bool,
  Int,
  UInt,
  Float,
  String,
  Prob,
  Fixed,
  Small,  ///< an Int8: annotated streams check its range
  Bytes,  ///< has no literal: only inputs have it
  Time,
  Duration,
};

[[nodiscard]] std::string kind_name(Kind kind);
/// The plainest value of a kind, as written in a specification.
[[nodiscard]] std::string plain_literal(Kind kind);

/// An expression: a pattern in which `$0`, `$1`, … stand for the parts. `uses` are the outputs that
/// the pattern itself names.
struct Node {
  Kind kind = Kind::Int;
  std::string pattern;
  std::vector<Node> parts;
  std::vector<int> uses;

  [[nodiscard]] std::string text() const;
};

struct Input {
  std::string name;
  Kind kind = Kind::Int;
};

struct Parameter {
  std::string name;
  Kind kind = Kind::Int;
};

struct Clause {
  std::string pacing;  ///< with `@`
  std::optional<Node> when;
  std::optional<Node> with;
  bool when_is_needed = false;  ///< other streams rely on this condition being there
};

/// What the generator knows about the pacing of a stream; enough to keep to the rules of pacing.
struct Rhythm {
  bool periodic = false;
  std::uint32_t inputs = 0;    ///< event: all of these must be present
  bool loose = false;          ///< event: a disjunction; nothing can be read synchronously
  std::int64_t numerator = 0;  ///< of the period in nanoseconds
  std::int64_t denominator = 1;
  bool local = false;
};

struct Output {
  int id = 0;
  bool trigger = false;
  Kind kind = Kind::Int;
  bool pair = false;  ///< the value is a pair of `kind` and `second`
  Kind second = Kind::Int;
  int mirrors = -1;  ///< a copy of this output where the condition of its clause holds too
  std::vector<Parameter> parameters;
  std::optional<Clause> spawn;
  std::vector<Clause> evals;
  std::optional<Clause> close;
  Rhythm rhythm;
  int family = -1;  ///< outputs with equal spawn, close and condition may read each other

  [[nodiscard]] std::string name() const { return "o" + std::to_string(id); }
  /// A single value that others may read.
  [[nodiscard]] bool plain() const { return !trigger && !pair; }
  /// Always has a value when its pacing is active.
  [[nodiscard]] bool steady() const;
  [[nodiscard]] std::string text() const;
};

struct Model {
  bool common = false;        ///< only what the released Rust tool has too, and without its quirks
  bool long_history = false;  ///< shows something only after many events
  std::vector<Input> inputs;
  std::vector<Output> outputs;

  [[nodiscard]] std::string text() const;
};

/// Rows of a trace: seconds as text, and a field per input; an empty field is absent.
struct TraceModel {
  struct Row {
    std::int64_t ns = 0;
    std::vector<std::string> fields;
  };
  std::vector<Row> rows;

  [[nodiscard]] std::string text(const Model& model) const;
};

struct RandomCase {
  Model model;
  TraceModel trace;
  bool report_errors = true;
};

}  // namespace fairmon::random_cases

#include "random/model.hpp"

namespace fairmon::random_cases {

std::string kind_name(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return "Bool";
    case Kind::Int:
      return "Int64";
    case Kind::UInt:
      return "UInt64";
    case Kind::Float:
      return "Float64";
    case Kind::String:
      return "String";
    case Kind::Prob:
      return "Prob";
    case Kind::Fixed:
      return "Fixed64_32";
    case Kind::Small:
      return "Int8";
    case Kind::Bytes:
      return "Bytes";
    case Kind::Time:
      return "Time";
    case Kind::Duration:
      return "Duration";
  }
  return {};
}

std::string plain_literal(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return "true";
    case Kind::Int:
    case Kind::UInt:
    case Kind::Small:
      return "1";
    case Kind::Float:
    case Kind::Prob:
    case Kind::Fixed:
      return "1.0";
    case Kind::String:
      return "\"\"";
    case Kind::Bytes:
      break;
    case Kind::Time:
      return "now()";
    case Kind::Duration:
      return "(now() - now())";
  }
  return {};
}

std::string Node::text() const {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '$') {
      out += parts[static_cast<std::size_t>(pattern[++i] - '0')].text();
    } else {
      out += pattern[i];
    }
  }
  return out;
}

namespace {

std::string clause_text(const std::string& word, const Clause& clause) {
  std::string out = "\n  " + word + " " + clause.pacing;
  if (clause.when) {
    out += " when " + clause.when->text();
  }
  if (clause.with) {
    out += " with " + clause.with->text();
  }
  return out;
}

std::string seconds(std::int64_t ns) {
  std::string fraction = std::to_string(1'000'000'000 + ns % 1'000'000'000).substr(1);
  return std::to_string(ns / 1'000'000'000) + "." + fraction;
}

}  // namespace

bool Output::steady() const {
  return !spawn && !close && evals.size() == 1 && !evals.front().when && !trigger && mirrors < 0;
}

std::string Output::text() const {
  if (mirrors >= 0) {
    const auto& condition = evals.front().when;
    return "output " + name() + " mirrors o" + std::to_string(mirrors) + " when " +
           (condition ? condition->text() : "true") + "\n";
  }
  std::string out = trigger ? "trigger" : "output " + name();
  if (!parameters.empty()) {
    out += trigger ? " (" : "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      out += (i == 0 ? "" : ", ") + parameters[i].name + ": " + kind_name(parameters[i].kind);
    }
    out += ")";
  }
  if (!trigger) {
    const std::string one = kind_name(kind);
    out += ": " + (pair ? "(" + one + ", " + kind_name(second) + ")" : one);
  }
  if (spawn) {
    out += clause_text("spawn", *spawn);
  }
  for (const Clause& eval : evals) {
    out += clause_text("eval", eval);
  }
  if (close) {
    out += clause_text("close", *close);
  }
  return out + "\n";
}

std::string Model::text() const {
  std::string out = common ? "import math\n" : "import time\nconstant k2: Prob := 0.5\n";
  out += "constant k0: Int64 := 3\nconstant k1: Float64 := 0.25\n";
  for (const Input& input : inputs) {
    out += "input " + input.name + ": " + kind_name(input.kind) + "\n";
  }
  for (const Output& output : outputs) {
    out += output.text();
  }
  return out;
}

std::string TraceModel::text(const Model& model) const {
  std::string out = "time";
  for (const Input& input : model.inputs) {
    out += "," + input.name;
  }
  out += "\n";
  for (const Row& row : rows) {
    out += seconds(row.ns);
    for (const std::string& field : row.fields) {
      out += "," + field;
    }
    out += "\n";
  }
  return out;
}

}  // namespace fairmon::random_cases

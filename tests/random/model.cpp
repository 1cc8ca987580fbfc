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
  }
  return {};
}

std::string plain_literal(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return "true";
    case Kind::Int:
    case Kind::UInt:
      return "1";
    case Kind::Float:
      return "1.0";
    case Kind::String:
      return "\"\"";
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
  return !spawn && !close && evals.size() == 1 && !evals.front().when && !trigger;
}

std::string Output::text() const {
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
    out += ": " + (pair ? "(" + one + ", " + one + ")" : one);
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
  std::string out = "constant k0: Int64 := 3\nconstant k1: Float64 := 0.25\n";
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

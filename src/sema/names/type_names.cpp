#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "sema/names/names.hpp"

namespace fairmon::sema::names {
namespace {

struct NamedType {
  std::string_view name;
  TypeKind kind;
  std::uint16_t bits;
};

constexpr std::array kTypes = {
    NamedType{"Bool", TypeKind::Bool, 0},
    NamedType{"Int", TypeKind::Int, 64},
    NamedType{"Int8", TypeKind::Int, 8},
    NamedType{"Int16", TypeKind::Int, 16},
    NamedType{"Int32", TypeKind::Int, 32},
    NamedType{"Int64", TypeKind::Int, 64},
    NamedType{"Int128", TypeKind::Int, 128},
    NamedType{"Int256", TypeKind::Int, 256},
    NamedType{"UInt", TypeKind::UInt, 64},
    NamedType{"UInt8", TypeKind::UInt, 8},
    NamedType{"UInt16", TypeKind::UInt, 16},
    NamedType{"UInt32", TypeKind::UInt, 32},
    NamedType{"UInt64", TypeKind::UInt, 64},
    NamedType{"UInt128", TypeKind::UInt, 128},
    NamedType{"UInt256", TypeKind::UInt, 256},
    NamedType{"Float", TypeKind::Float, 64},
    NamedType{"Float16", TypeKind::Float, 32},
    NamedType{"Float32", TypeKind::Float, 32},
    NamedType{"Float64", TypeKind::Float, 64},
    NamedType{"Prob", TypeKind::Prob, 0},
    NamedType{"Fixed", TypeKind::Fixed, 64},
    NamedType{"Fixed64", TypeKind::Fixed, 64},
    NamedType{"Fixed64_32", TypeKind::Fixed, 64},
    NamedType{"Fixed32_16", TypeKind::Fixed, 32},
    NamedType{"Fixed16_8", TypeKind::Fixed, 16},
    NamedType{"UFixed", TypeKind::UFixed, 64},
    NamedType{"UFixed64", TypeKind::UFixed, 64},
    NamedType{"UFixed64_32", TypeKind::UFixed, 64},
    NamedType{"UFixed32_16", TypeKind::UFixed, 32},
    NamedType{"UFixed16_8", TypeKind::UFixed, 16},
    NamedType{"String", TypeKind::String, 0},
    NamedType{"Bytes", TypeKind::Bytes, 0},
    NamedType{"Time", TypeKind::Time, 0},
    NamedType{"Duration", TypeKind::Duration, 0},
};

/// Spellings of other languages.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kForeign = {{
    {"Boolean", "Bool"},
    {"Integer", "Int64"},
    {"Double", "Float64"},
    {"Real", "Float64"},
    {"Text", "String"},
    {"Str", "String"},
    {"Probability", "Prob"},
    {"Date", "Time"},
    {"Timestamp", "Time"},
    {"Unsigned", "UInt64"},
}};

Type unknown_type(Context& context, const syntax::Name& name) {
  diag::Report report(context.diagnostics, Severity::Error, "unknown-type", name.span,
                      fmt::format("there is no type `{}`", name.text));
  for (const auto& [foreign, own] : kForeign) {
    if (foreign == name.text) {
      report.fix(fmt::format("use `{}`", own), {{name.span, std::string(own)}});
      return {};
    }
  }
  std::vector<std::string> candidates;
  for (const NamedType& type : kTypes) {
    candidates.emplace_back(type.name);
  }
  (void)suggest(report, name.text, name.span, candidates);
  report.note("types are Bool, Int64, UInt64, Float64, Prob, String, Time, Duration, …");
  return {};
}

}  // namespace

Type named_type(Context& context, const syntax::TypeExpr& type) {
  Type result;
  switch (type.kind) {
    case syntax::TypeExpr::Kind::Missing:
      return {};
    case syntax::TypeExpr::Kind::Tuple: {
      std::vector<Type> parts;
      for (const syntax::TypeExpr& part : type.parts) {
        parts.push_back(named_type(context, part));
        if (!parts.back().known()) {
          return {};
        }
      }
      result = Type::tuple(std::move(parts));
      break;
    }
    case syntax::TypeExpr::Kind::Named: {
      for (const NamedType& named : kTypes) {
        if (named.name == type.name.text) {
          result = Type(named.kind, named.bits);
        }
      }
      if (!result.known()) {
        return unknown_type(context, type.name);
      }
      break;
    }
  }
  return type.optional ? Type::optional(result) : result;
}

}  // namespace fairmon::sema::names

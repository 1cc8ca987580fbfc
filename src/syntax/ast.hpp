#pragma once

#include <fairmon/source.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/id.hpp"

/// The tree as written. Syntax only: what names and types mean is found out later and kept beside
/// the tree (sema/analysis.hpp). Missing parts are explicit: an invalid id or ExprKind::Missing.
namespace fairmon::syntax {

using ExprId = support::Id<struct AstExprTag>;
using OutputId = support::Id<struct AstOutputTag>;
using InputId = support::Id<struct AstInputTag>;
using ConstantId = support::Id<struct AstConstantTag>;

/// An identifier after NFC normalisation, with its place. Empty text: missing.
struct Name {
  std::string text;
  Span span;
  [[nodiscard]] bool missing() const noexcept { return text.empty(); }
};

struct TypeExpr {
  enum class Kind : std::uint8_t { Missing, Named, Tuple };
  Kind kind = Kind::Missing;
  Name name;  ///< Named
  bool optional = false;
  std::vector<TypeExpr> parts;  ///< Tuple
  Span span;
};

enum class ExprKind : std::uint8_t {
  Missing,
  Bool,     ///< `text` is "true" or "false"
  Number,   ///< `text` as written without unit and separators, `unit` attached
  String,   ///< `text` decoded
  Name,     ///< `name`
  Unary,    ///< `op`, operands[0]
  Binary,   ///< `op`, operands[0], operands[1]
  If,       ///< operands: condition, then, else
  Tuple,    ///< operands
  Paren,    ///< operands[0]; kept for formatting and messages
  Call,     ///< `name`, type_arguments, arguments: function call or instance `s(i)`
  Method,   ///< operands[0] is the receiver, `name`, type_arguments, arguments
  Project,  ///< operands[0], `index` of `.0`
  Index,    ///< operands[0] with `[n]`; operands[1] is the Number
  Lambda,   ///< parameters, operands[0] is the body
};

/// See operators.def.
enum class Op : std::uint8_t {
#define OPERATOR(op, token, name) op,
#define SIGN(op, token, name) op,
#include "syntax/operators.def"
#undef OPERATOR
#undef SIGN
};

struct Argument {
  Name name;  ///< missing if positional
  ExprId value;
};

struct Param {
  Name name;
  std::optional<TypeExpr> type;
};

struct Expr {
  ExprKind kind = ExprKind::Missing;
  Span span;   ///< all of it
  Span focus;  ///< the operator, method name or callee: the narrowest place to point at
  Op op = Op::Add;
  Name name;
  std::string text;
  std::string unit;  ///< Number: `s`, `Hz`, …; empty without
  Span unit_span;
  std::uint32_t index = 0;
  std::vector<ExprId> operands;
  std::vector<Argument> arguments;
  std::vector<TypeExpr> type_arguments;
  std::vector<Param> parameters;
};

/// `@…`. Either a formula over names or a number with a unit.
struct PacingExpr {
  enum class Scope : std::uint8_t { Plain, Global, Local };
  Scope scope = Scope::Plain;
  ExprId value;  ///< Number, Name, Bool, Binary And/Or, Paren
  Span span;     ///< including the `@`
};

struct SpawnDecl {
  std::optional<PacingExpr> pacing;
  ExprId when;
  ExprId with;
  Span span;
  Span keyword;
};
struct EvalDecl {
  std::optional<PacingExpr> pacing;
  ExprId when;
  ExprId with;
  Span span;
  Span keyword;
};
struct CloseDecl {
  std::optional<PacingExpr> pacing;
  ExprId when;
  Span span;
  Span keyword;
};

struct TagExpr {
  Name key;
  std::optional<std::string> value;
  Span value_span;
  Span span;
};

struct ConstantDecl {
  Name name;
  TypeExpr type;
  ExprId value;
  Span span;
};

struct InputDecl {
  Name name;
  TypeExpr type;
  std::vector<Param> parameters;
  std::vector<TagExpr> tags;
  Span span;
};

/// An output or a trigger. `:=` and the short trigger become one eval clause.
struct OutputDecl {
  bool trigger = false;
  bool short_form = false;  ///< written with `:=`, or a short trigger
  Name name;                ///< missing for triggers
  std::vector<Param> parameters;
  bool has_parameter_list = false;
  std::optional<TypeExpr> type;
  std::optional<SpawnDecl> spawn;
  std::vector<EvalDecl> evals;
  std::optional<CloseDecl> close;
  std::vector<TagExpr> tags;
  Name mirror_of;  ///< present in `output q mirrors p when c`; replaced by expansion
  ExprId mirror_when;
  Span span;
  Span keyword;  ///< `output` or `trigger`
  /// Where the user wrote what this was expanded from (metric or mirror); empty otherwise.
  Span expanded_from;
};

/// `use metric(args) as name`: expanded before analysis.
struct UseDecl {
  Name metric;
  std::vector<Argument> arguments;
  Name alias;
  std::vector<TagExpr> tags;
  Span span;
};

enum class DeclKind : std::uint8_t { Import, Type, Constant, Input, Output, Use };
/// Declarations in source order, each an index into its own table.
struct DeclRef {
  DeclKind kind;
  std::uint32_t index;
};

struct ImportDecl {
  Name module;
  Span span;
};

/// `type T { field: T, … }`: read for compatibility, without effect.
struct TypeDecl {
  Name name;
  std::vector<Param> fields;
  Span span;
};

struct Ast {
  support::IdVector<ExprId, Expr> exprs;
  support::IdVector<ConstantId, ConstantDecl> constants;
  support::IdVector<InputId, InputDecl> inputs;
  support::IdVector<OutputId, OutputDecl> outputs;
  std::vector<ImportDecl> imports;
  std::vector<UseDecl> uses;
  std::vector<TypeDecl> types;
  std::vector<TagExpr> global_tags;
  std::vector<DeclRef> order;
};

}  // namespace fairmon::syntax

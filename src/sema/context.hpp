#pragma once

#include <fairmon/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/report.hpp"
#include "sema/analysis.hpp"
#include "syntax/ast.hpp"

namespace fairmon::sema {

using syntax::ExprId;

/// The clause an expression stands in.
enum class ClauseKind : std::uint8_t { SpawnWhen, SpawnWith, EvalWhen, EvalWith, CloseWhen };

struct Declaration {
  NameRef ref;
  Span span;
};

/// A stream access, or another form about a stream, and the clause it stands in.
struct Access {
  ExprId expr;
  ClauseKind clause = ClauseKind::EvalWith;
  std::size_t eval = 0;
};

/// What all analyses share: the tree, the facts found so far and where mistakes go.
struct Context {
  const syntax::Ast& ast;
  Analysis& analysis;
  Diagnostics& diagnostics;

  /// The flat name space of constants, inputs and outputs.
  std::unordered_map<std::string, Declaration> names = {};
  /// Expressions about which an error was reported; nothing more is said about them.
  std::vector<bool> broken = {};
  /// Names and functions that were not found so far: each is reported once.
  std::unordered_set<std::string> unknown = {};
  /// Per output: all forms in its clauses that have a target.
  std::vector<std::vector<Access>> accesses = {};

  [[nodiscard]] const syntax::Expr& expr(ExprId id) const { return ast.exprs[id]; }
  [[nodiscard]] ExprFacts& facts(ExprId id) { return analysis.exprs[id]; }
  [[nodiscard]] const ExprFacts& facts(ExprId id) const { return analysis.exprs[id]; }
  [[nodiscard]] bool is_broken(ExprId id) const { return broken[id.index()]; }
  void mark_broken(ExprId id) { broken[id.index()] = true; }

  /// The access or probability form an expression is, or null.
  [[nodiscard]] ConstructUse* construct(ExprId id) {
    const std::int32_t index = analysis.exprs[id].construct;
    return index < 0 ? nullptr : &analysis.constructs[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const ConstructUse* construct(ExprId id) const {
    const std::int32_t index = analysis.exprs[id].construct;
    return index < 0 ? nullptr : &analysis.constructs[static_cast<std::size_t>(index)];
  }

  [[nodiscard]] const syntax::OutputDecl& output(std::uint32_t index) const {
    return ast.outputs.raw()[index];
  }
  [[nodiscard]] OutputFacts& output_facts(std::uint32_t index) {
    return analysis.outputs.raw()[index];
  }

  /// The text at a place of the specification; empty if the file is not there.
  [[nodiscard]] std::string source(Span span) const;
  /// How a message names an output: `name`, or "this trigger".
  [[nodiscard]] std::string title(std::uint32_t output_index) const;
  /// Where a stream is declared, for labels.
  [[nodiscard]] Span declared_at(NameRef ref) const;
  /// The name of a constant, input or output.
  [[nodiscard]] std::string name_of(NameRef ref) const;
};

/// The expression inside any parentheses.
[[nodiscard]] ExprId strip(const syntax::Ast& ast, ExprId id);

/// The expressions whose values an expression depends on, lambda bodies included. Valid once
/// names are resolved.
[[nodiscard]] std::vector<ExprId> dependencies_of(const Context& context, ExprId id);

/// Fills `Context::accesses`.
void collect_accesses(Context& context);

/// Calls `visit(clause, number of the eval clause, expression)` for each expression of an output.
template <class Visit>
void for_each_clause(const syntax::OutputDecl& output, Visit&& visit) {
  if (output.spawn) {
    if (output.spawn->when.valid()) {
      visit(ClauseKind::SpawnWhen, std::size_t{0}, output.spawn->when);
    }
    if (output.spawn->with.valid()) {
      visit(ClauseKind::SpawnWith, std::size_t{0}, output.spawn->with);
    }
  }
  for (std::size_t i = 0; i < output.evals.size(); ++i) {
    if (output.evals[i].when.valid()) {
      visit(ClauseKind::EvalWhen, i, output.evals[i].when);
    }
    if (output.evals[i].with.valid()) {
      visit(ClauseKind::EvalWith, i, output.evals[i].with);
    }
  }
  if (output.close && output.close->when.valid()) {
    visit(ClauseKind::CloseWhen, std::size_t{0}, output.close->when);
  }
}

/// An edit that inserts text.
[[nodiscard]] inline Edit insert_at(std::uint32_t offset, std::uint32_t file, std::string text) {
  return {{offset, offset, file}, std::move(text)};
}

}  // namespace fairmon::sema

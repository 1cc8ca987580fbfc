#include "sema/dependencies/dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sema/graph.hpp"
#include "sema/types/checker.hpp"

namespace fairmon::sema::dependencies {
namespace {

struct Edge {
  std::uint32_t target;
  ExprId access;
};
using Edges = std::vector<std::vector<Edge>>;

const ClauseFacts* clause_of(Context& context, std::uint32_t output, const Access& access) {
  OutputFacts& facts = context.output_facts(output);
  switch (access.clause) {
    case ClauseKind::SpawnWhen:
    case ClauseKind::SpawnWith:
      return &facts.spawn;
    case ClauseKind::EvalWhen:
    case ClauseKind::EvalWith:
      return &facts.evals[access.eval];
    case ClauseKind::CloseWhen:
      break;
  }
  return nullptr;
}

bool is_event(const ClauseFacts& facts) { return facts.pacing.kind == ir::PacingKind::Event; }

/// The access as an edge within a cycle of evaluation, or nothing if it looks at the past only.
bool counts(Context& context, std::uint32_t output, const Access& access) {
  const ConstructUse& use = *context.construct(access.expr);
  if (use.target.kind != RefKind::Output || use.kind == ConstructKind::Offset) {
    return false;
  }
  const ClauseFacts* own = clause_of(context, output, access);
  const OutputFacts& other = context.output_facts(use.target.index);
  if (own == nullptr || other.evals.empty()) {
    return false;
  }
  // Ticks and events never share a cycle, so one sees the past of the other. Where the pacing is
  // not known, only a stream that reads itself is sure to be wrong.
  if (!own->known || !other.evals.front().known) {
    return use.target.index == output;
  }
  return is_event(*own) == is_event(other.evals.front());
}

/// The shortest way from a member back to itself, as accesses.
std::vector<Edge> shortest_cycle(const Edges& edges, std::uint32_t start) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::pair<std::uint32_t, Edge>> came(edges.size(), {kNone, {kNone, {}}});
  std::vector<std::uint32_t> queue = {start};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Edge& edge : edges[queue[head]]) {
      if (edge.target == start) {
        std::vector<Edge> cycle = {edge};
        for (std::uint32_t node = queue[head]; node != start; node = came[node].first) {
          cycle.push_back(came[node].second);
        }
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (came[edge.target].first == kNone) {
        came[edge.target] = {queue[head], edge};
        queue.push_back(edge.target);
      }
    }
  }
  return {};
}

void add_fix(Context& context, diag::Report& report, ExprId access) {
  const ConstructUse& use = *context.construct(access);
  const syntax::Expr& expr = context.expr(access);
  if (use.kind == ConstructKind::Hold && use.fallback.valid()) {
    report.fix("read the value before this one", {{expr.name.span, "last"}});
    return;
  }
  if (use.kind == ConstructKind::Sync && expr.kind != syntax::ExprKind::Method &&
      expr.kind != syntax::ExprKind::Index) {
    const std::string literal = types::default_literal(context.facts(access).type);
    report.fix("read the value before this one",
               {insert_at(expr.span.end, expr.span.file,
                          fmt::format(".last(or: {})", literal.empty() ? "0" : literal))});
    return;
  }
  report.help("let one of them read the past of the other: `offset(by: -1)` or `last(or: …)`");
}

void report_cycle(Context& context, const std::vector<Edge>& cycle, std::uint32_t start) {
  std::string chain = context.title(start);
  for (const Edge& edge : cycle) {
    chain += fmt::format(" → {}", context.title(edge.target));
  }
  const ExprId first = cycle.front().access;
  const std::string message =
      cycle.size() == 1
          ? fmt::format("the value of {} depends on itself in the same cycle", context.title(start))
          : fmt::format("these streams depend on each other in the same cycle: {}", chain);
  diag::Report report(context.diagnostics, Severity::Error, "dependency-cycle",
                      context.expr(first).span, message);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const std::string reads = fmt::format(
        "{} reads {}", i == 0 ? context.title(start) : context.title(cycle[i - 1].target),
        context.title(cycle[i].target));
    if (i == 0) {
      report.here(reads);
    } else {
      report.label(context.expr(cycle[i].access).span, reads);
    }
  }
  add_fix(context, report, first);
}

}  // namespace

void check(Context& context) {
  Edges edges(context.ast.outputs.size());
  std::vector<std::vector<std::uint32_t>> plain(edges.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    for (const Access& access : context.accesses[i]) {
      if (counts(context, i, access)) {
        const std::uint32_t target = context.construct(access.expr)->target.index;
        edges[i].push_back({target, access.expr});
        plain[i].push_back(target);
        context.output_facts(i).reads_now.emplace_back(target);
      }
    }
  }
  for (const auto& part : connected_parts(plain)) {
    const std::uint32_t first = part.front();
    const bool loops =
        std::find(plain[first].begin(), plain[first].end(), first) != plain[first].end();
    if (part.size() == 1 && !loops) {
      continue;
    }
    report_cycle(context, shortest_cycle(edges, first), first);
  }
}

}  // namespace fairmon::sema::dependencies

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "diag/report.hpp"
#include "support/nearest.hpp"
#include "syntax/clone.hpp"
#include "templates/expand.hpp"

namespace fairmon::templates {
namespace {

using syntax::Ast;
using syntax::EvalDecl;
using syntax::Expr;
using syntax::ExprId;
using syntax::ExprKind;
using syntax::OutputDecl;
using syntax::OutputId;

/// So many mirrors may mirror each other: each adds its condition to all of the others.
constexpr std::size_t kLongestChain = 100;

class MirrorExpansion {
 public:
  MirrorExpansion(Ast& ast, Diagnostics& diagnostics) : ast_(ast), diagnostics_(diagnostics) {
    for (const OutputId id : ast.outputs.ids()) {
      by_name_.try_emplace(ast.outputs[id].name.text, id);
    }
  }

  void run() {
    for (const OutputId id : ast_.outputs.ids()) {
      expand(id);
    }
  }

 private:
  void expand(OutputId id);
  void copy_from(OutputId id, OutputId target);
  void refuse(OutputId id);
  void refuse_chain();
  void leave_undefined(OutputId id);
  [[nodiscard]] ExprId conjoin(ExprId left, ExprId right);
  [[nodiscard]] bool in_progress(OutputId id) const {
    return std::find(path_.begin(), path_.end(), id) != path_.end();
  }

  Ast& ast_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, OutputId> by_name_;
  std::vector<OutputId> path_;  ///< mirrors of mirrors being expanded
  bool chain_refused_ = false;
};

void MirrorExpansion::expand(OutputId id) {
  if (ast_.outputs[id].mirror_of.missing()) {
    return;
  }
  // A chain of mirrors is followed to its end first, without recursion.
  path_ = {id};
  while (true) {
    const auto found = by_name_.find(ast_.outputs[path_.back()].mirror_of.text);
    if (found == by_name_.end() || in_progress(found->second)) {
      refuse(path_.back());
      path_.pop_back();
      break;
    }
    if (ast_.outputs[found->second].mirror_of.missing()) {
      break;
    }
    if (path_.size() == kLongestChain) {
      refuse_chain();
      break;
    }
    path_.push_back(found->second);
  }
  while (!path_.empty()) {
    const OutputId last = path_.back();
    path_.pop_back();
    copy_from(last, by_name_.at(ast_.outputs[last].mirror_of.text));
  }
}

void MirrorExpansion::copy_from(OutputId id, OutputId target) {
  const OutputDecl source = ast_.outputs[target];
  const ExprId condition = ast_.outputs[id].mirror_when;
  OutputDecl copy = ast_.outputs[id];
  copy.parameters = source.parameters;
  copy.has_parameter_list = source.has_parameter_list;
  copy.type = source.type;
  copy.short_form = false;
  copy.tags.insert(copy.tags.end(), source.tags.begin(), source.tags.end());
  if (source.spawn) {
    copy.spawn = syntax::clone(ast_, *source.spawn);
  }
  if (source.close) {
    copy.close = syntax::clone(ast_, *source.close);
  }
  for (const EvalDecl& eval : source.evals) {
    EvalDecl narrowed = syntax::clone(ast_, eval);
    narrowed.when = conjoin(narrowed.when, syntax::clone(ast_, condition));
    copy.evals.push_back(std::move(narrowed));
  }
  copy.expanded_from = copy.span;
  copy.mirror_of = {};
  copy.mirror_when = {};
  ast_.outputs[id] = std::move(copy);
}

ExprId MirrorExpansion::conjoin(ExprId left, ExprId right) {
  if (!left.valid() || !right.valid()) {
    return left.valid() ? left : right;
  }
  Expr both;
  both.kind = ExprKind::Binary;
  both.op = syntax::Op::And;
  both.operands = {left, right};
  both.span = ast_.exprs[right].span;
  both.focus = both.span;
  return ast_.exprs.push_back(std::move(both));
}

void MirrorExpansion::refuse(OutputId id) {
  const syntax::Name target = ast_.outputs[id].mirror_of;
  const auto input = std::find_if(ast_.inputs.begin(), ast_.inputs.end(),
                                  [&](const auto& one) { return one.name.text == target.text; });
  const auto cycle = by_name_.contains(target.text);
  if (cycle) {
    diag::error(diagnostics_, "mirror-target", target.span,
                "`" + ast_.outputs[id].name.text + "` mirrors itself");
  } else if (input != ast_.inputs.end()) {
    diag::error(diagnostics_, "mirror-target", target.span,
                "`" + target.text + "` is an input; only outputs can be mirrored")
        .label(input->name.span, "declared here")
        .help("write `output " + ast_.outputs[id].name.text + " eval when … with " + target.text +
              "`");
  } else {
    diag::Report report = diag::error(diagnostics_, "mirror-target", target.span,
                                      "there is no output `" + target.text + "`");
    std::vector<std::string> names;
    for (const OutputDecl& output : ast_.outputs) {
      if (output.mirror_of.missing() && !output.trigger) {
        names.push_back(output.name.text);
      }
    }
    if (const auto near = support::nearest(target.text, names)) {
      report.fix("did you mean `" + *near + "`?", {{target.span, *near}});
    }
  }
  leave_undefined(id);
}

void MirrorExpansion::refuse_chain() {
  if (!chain_refused_) {
    diag::error(diagnostics_, "nesting-too-deep", ast_.outputs[path_.back()].mirror_of.span,
                "so many mirrors of mirrors are nested too deeply")
        .note("at most " + std::to_string(kLongestChain) + " may follow one another")
        .help("mirror the first output itself");
  }
  chain_refused_ = true;
  for (const OutputId id : path_) {
    leave_undefined(id);
  }
  path_.clear();
}

// The output exists, but nothing is known about its value.
void MirrorExpansion::leave_undefined(OutputId id) {
  Expr unknown;
  unknown.span = ast_.outputs[id].mirror_of.span;
  unknown.focus = unknown.span;
  const ExprId value = ast_.exprs.push_back(std::move(unknown));
  OutputDecl& output = ast_.outputs[id];
  EvalDecl eval;
  eval.with = value;
  eval.span = output.span;
  eval.keyword = output.keyword;
  output.evals.push_back(std::move(eval));
  output.expanded_from = output.span;
  output.mirror_of = {};
  output.mirror_when = {};
}

}  // namespace

void expand_mirrors(Ast& ast, Diagnostics& diagnostics) { MirrorExpansion(ast, diagnostics).run(); }

}  // namespace fairmon::templates

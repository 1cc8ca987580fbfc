#include "sema/graph.hpp"
#include "sema/types/checker.hpp"

namespace fairmon::sema::types {

Checker::Checker(Context& context, const Declared& declared, Diagnostics& diagnostics,
                 std::unordered_set<std::uint32_t> real)
    : context_(context),
      declared_(declared),
      diagnostics_(diagnostics),
      real_(std::move(real)),
      bool_(terms_.known(Type::boolean())),
      float_(terms_.known(Type::floating())),
      string_(terms_.known(Type::string())),
      types_(context.ast.exprs.size()),
      used_(context.ast.exprs.size()) {
  for (std::uint32_t i = 0; i < context.ast.outputs.size(); ++i) {
    const auto& annotation = declared.outputs[i];
    const bool trigger = context.output(i).trigger;
    outputs_.push_back(trigger      ? string_
                       : annotation ? terms_.known(*annotation)
                                    : terms_.fresh(kAnything));
    std::vector<TermId> parameters;
    for (const auto& type : declared.parameters[i]) {
      parameters.push_back(type ? terms_.known(*type) : terms_.fresh(kAnything));
    }
    parameters_.push_back(std::move(parameters));
  }
}

void Checker::run() {
  std::vector<std::vector<std::uint32_t>> edges(context_.ast.outputs.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    for (const Access& access : context_.accesses[i]) {
      const NameRef target = context_.construct(access.expr)->target;
      if (target.kind == RefKind::Output) {
        edges[i].push_back(target.index);
      }
    }
  }
  for (const auto& part : connected_parts(edges)) {
    // Spawn expressions first: they tell the types of parameters.
    for (const std::uint32_t index : part) {
      check_spawn(index);
    }
    for (const std::uint32_t index : part) {
      check_stream(index);
    }
    finish_part(part);
  }
}

void Checker::check_spawn(std::uint32_t index) {
  current_ = index;
  const syntax::OutputDecl& output = context_.output(index);
  if (!output.spawn) {
    return;
  }
  if (output.spawn->when.valid()) {
    infer(output.spawn->when);
    expect_bool(output.spawn->when, "the condition of `spawn`");
  }
  const ExprId with = output.spawn->with;
  if (!with.valid()) {
    return;
  }
  infer(with);
  const std::vector<TermId>& parameters = parameters_[index];
  if (parameters.size() == 1) {
    expect(with, parameters.front(),
           fmt::format("the parameter `{}`", output.parameters.front().name.text));
    return;
  }
  const syntax::Expr& tuple = context_.expr(strip(context_.ast, with));
  if (tuple.kind != syntax::ExprKind::Tuple || tuple.operands.size() != parameters.size()) {
    return;  // reported with the structure
  }
  std::vector<TermId> parts;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    expect(tuple.operands[i], parameters[i],
           fmt::format("the parameter `{}`", output.parameters[i].name.text));
    parts.push_back(used_as(tuple.operands[i]));
  }
  set_type(with, terms_.tuple(std::move(parts)));
}

void Checker::check_eval(std::uint32_t index, const syntax::EvalDecl& eval) {
  const bool trigger = context_.output(index).trigger;
  if (eval.when.valid()) {
    infer(eval.when);
    expect_bool(eval.when, trigger ? "the condition of a trigger" : "the condition of `eval`");
  }
  if (!eval.with.valid()) {
    if (!trigger && !terms_.unify(outputs_[index], terms_.tuple({}))) {
      diag::error(diagnostics_, "eval-without-value", eval.keyword,
                  fmt::format("this clause gives {} no value", context_.title(index)))
          .note("a clause without `with` has the value `()`");
    }
    return;
  }
  const TermId value = infer(eval.with);
  if (!trigger && terms_.is(value, TypeKind::Optional) &&
      !terms_.is(outputs_[index], TypeKind::Optional)) {
    optional_used(eval.with);
    return;
  }
  const auto& annotation = declared_.outputs[index];
  if (trigger) {
    expect(eval.with, string_, "the message of a trigger");
  } else if (annotation) {
    if (!flow(eval.with, outputs_[index], true) && !improbable(eval.with, outputs_[index])) {
      diag::Report report(diagnostics_, Severity::Error, "annotation-mismatch",
                          context_.expr(eval.with).span,
                          fmt::format("{} is declared as {}, but this is {}", context_.title(index),
                                      terms_.describe(outputs_[index]), terms_.describe(value)));
      report.label(context_.output(index).type->span, "declared here");
      cast_fix(report, eval.with, outputs_[index]);
      if (value != terms_.poison() && terms_.is_settled(value)) {
        report.fix("change the declaration",
                   {{context_.output(index).type->span, terms_.resolve(value).to_string()}});
      }
    }
  } else {
    expect(eval.with, outputs_[index], fmt::format("the value of {}", context_.title(index)));
  }
}

void Checker::check_stream(std::uint32_t index) {
  current_ = index;
  const syntax::OutputDecl& output = context_.output(index);
  for (const syntax::EvalDecl& eval : output.evals) {
    check_eval(index, eval);
  }
  if (output.close && output.close->when.valid()) {
    infer(output.close->when);
    expect_bool(output.close->when, "the condition of `close`");
  }
}

void Checker::finish_part(const std::vector<std::uint32_t>& part) {
  for (const std::uint32_t index : part) {
    terms_.weaken(outputs_[index]);
    for (const TermId parameter : parameters_[index]) {
      terms_.weaken(parameter);
    }
  }
  finish_windows();
}

}  // namespace fairmon::sema::types

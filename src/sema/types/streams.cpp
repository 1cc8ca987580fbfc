#include <memory>

#include "sema/graph.hpp"
#include "sema/names/names.hpp"
#include "sema/types/checker.hpp"
#include "sema/types/types.hpp"

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
  std::vector<OpenWindow> open;
  open.swap(open_windows_);
  for (const OpenWindow& window : open) {
    terms_.settle(window.value);
    const TermId result = bind_window(window.id, *context_.construct(window.id), window.value);
    if (!terms_.unify(result, window.result)) {
      diag::error(diagnostics_, "type-mismatch", context_.expr(window.id).span,
                  fmt::format("this window gives {}, but {} is wanted here",
                              terms_.describe(result), terms_.describe(window.result)));
    }
  }
}

namespace {

Declared read_annotations(Context& context) {
  Declared declared;
  for (const syntax::OutputDecl& output : context.ast.outputs) {
    declared.outputs.push_back(output.type ? std::optional(names::named_type(context, *output.type))
                                           : std::nullopt);
    std::vector<std::optional<Type>> parameters;
    for (const syntax::Param& parameter : output.parameters) {
      parameters.push_back(parameter.type
                               ? std::optional(names::named_type(context, *parameter.type))
                               : std::nullopt);
    }
    declared.parameters.push_back(std::move(parameters));
  }
  return declared;
}

/// One run of inference with its own messages, so that another run can replace it.
struct Attempt {
  Diagnostics found;
  Checker checker;

  Attempt(Context& context, const Declared& declared, std::unordered_set<std::uint32_t> real)
      : checker(context, declared, found, std::move(real)) {
    checker.run();
  }
};

}  // namespace

void infer(Context& context) {
  const Declared declared = read_annotations(context);
  std::unordered_set<std::uint32_t> real;
  auto best = std::make_unique<Attempt>(context, declared, real);
  // Dividing as reals can make further divisions wanted as reals; each round adds at least one.
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    std::unordered_set<std::uint32_t> wanted = best->checker.wanted_real();
    wanted.insert(real.begin(), real.end());
    if (wanted.size() == real.size()) {
      break;
    }
    auto next = std::make_unique<Attempt>(context, declared, wanted);
    if (next->found.count(Severity::Error) > best->found.count(Severity::Error)) {
      break;  // something else needs the integer
    }
    real = std::move(wanted);
    best = std::move(next);
  }
  best->checker.write_facts();
  for (const Diagnostic& item : best->found.all()) {
    context.diagnostics.add(item);
  }
}

}  // namespace fairmon::sema::types

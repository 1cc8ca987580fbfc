#include <fmt/format.h>

#include <unordered_set>

#include "lower/lower.hpp"
#include "lower/lowering.hpp"

namespace fairmon::lower {

Lowering::Lowering(const syntax::Ast& ast, const sema::Analysis& analysis,
                   const LowerOptions& options)
    : ast_(ast),
      analysis_(analysis),
      options_(options),
      builder_(program_),
      output_streams_(ast.outputs.size()) {
  // About as many as were written; growing would move them all.
  program_.exprs.reserve(ast.exprs.size() + ast.exprs.size() / 4);
}

ir::Program Lowering::run(ir::evidence::Added* added) {
  declare_streams();
  for (const syntax::OutputId id : output_order_) {
    lower_output(id);
  }
  lower_sizes();
  lower_trigger_states();
  lower_bands();
  lower_judgements();
  fill_values_ever();
  if (has_claims()) {
    for (const auto& [input, range] : analysis_.input_ranges) {
      notes_.input_ranges[input] = range;
    }
    ir::evidence::Added made = ir::evidence::add_companions(program_, notes_);
    if (added != nullptr) {
      *added = std::move(made);
    }
  } else {
    ir::assign_layers(program_);
  }
  return std::move(program_);
}

const syntax::OutputDecl& Lowering::decl(syntax::OutputId id) const { return ast_.outputs[id]; }

ir::StreamId Lowering::stream_of(sema::NameRef ref) {
  if (ref.kind == sema::RefKind::Input) {
    return ir::StreamId(ref.index);
  }
  const syntax::OutputId id(ref.index);
  return asks_what_is_possible_ && analysis_.outputs[id].statement.valid() ? possible_twin(id)
                                                                           : output_streams_[id];
}

void Lowering::declare_streams() {
  for (const syntax::InputId id : ast_.inputs.ids()) {
    ir::Stream stream;
    stream.name = ast_.inputs[id].name.text;
    stream.kind = ir::StreamKind::Input;
    stream.type = analysis_.inputs[id];
    stream.span = ast_.inputs[id].name.span;
    program_.streams.push_back(std::move(stream));
  }
  program_.num_inputs = static_cast<std::uint32_t>(program_.streams.size());
  for (const syntax::DeclRef& ref : ast_.order) {
    if (ref.kind == syntax::DeclKind::Output) {
      output_order_.emplace_back(ref.index);
    }
  }
  std::uint32_t num_triggers = 0;
  for (const syntax::OutputId id : output_order_) {
    const syntax::OutputDecl& output = decl(id);
    ir::Stream stream;
    stream.kind = output.trigger ? ir::StreamKind::Trigger : ir::StreamKind::Output;
    stream.name = output.trigger ? fmt::format("trigger_{}", num_triggers++) : output.name.text;
    stream.type = analysis_.outputs[id].type;
    stream.span = output.trigger ? output.keyword : output.name.span;
    for (std::size_t i = 0; i < output.parameters.size(); ++i) {
      stream.parameters.push_back(
          {output.parameters[i].name.text, analysis_.outputs[id].parameters[i]});
    }
    output_streams_[id] = program_.streams.push_back(std::move(stream));
  }
  if (options_.findings) {
    declare_sizes();
    declare_trigger_states();
    declare_bands();
    declare_judgements();
  }
  program_.num_public = static_cast<std::uint32_t>(program_.streams.size());
  // A user may call an output `trigger_0`; the trigger gives way.
  std::unordered_set<std::string> names;
  for (ir::Stream& stream : program_.streams) {
    if (stream.kind != ir::StreamKind::Trigger) {
      names.insert(stream.name);
    }
  }
  for (ir::Stream& stream : program_.streams) {
    while (stream.kind == ir::StreamKind::Trigger && !names.insert(stream.name).second) {
      stream.name += "'";
    }
  }
}

void Lowering::lower_output(syntax::OutputId id) {
  const ir::StreamId stream = output_streams_[id];
  if (decl(id).spawn) {
    ir::SpawnClause spawn = lower_spawn(id, stream);
    program_.streams[stream].spawn = std::move(spawn);
  }
  for (std::size_t i = 0; i < decl(id).evals.size(); ++i) {
    ir::EvalClause eval = lower_eval(id, i);
    program_.streams[stream].evals.push_back(std::move(eval));
  }
  if (decl(id).close) {
    ir::CloseClause close = lower_close(id, stream);
    program_.streams[stream].close = std::move(close);
  }
}

ir::SpawnClause Lowering::lower_spawn(syntax::OutputId id, ir::StreamId owner) {
  const syntax::SpawnDecl& written = *decl(id).spawn;
  ir::SpawnClause spawn;
  spawn.pacing = analysis_.outputs[id].spawn.pacing;
  spawn.span = written.span;
  const Scope scope{owner, id, Part::Spawn, 0, spawn.pacing};
  spawn.when = lower_optional(written.when, scope);
  if (!decl(id).parameters.empty()) {
    spawn.with = lower_optional(written.with, scope);
  }
  return spawn;
}

ir::CloseClause Lowering::lower_close(syntax::OutputId id, ir::StreamId owner) {
  const syntax::CloseDecl& written = *decl(id).close;
  ir::CloseClause close;
  close.pacing = analysis_.outputs[id].close.pacing;
  close.span = written.span;
  close.when = lower_optional(written.when, {owner, id, Part::Close, 0, close.pacing});
  return close;
}

ir::EvalClause Lowering::lower_eval(syntax::OutputId id, std::size_t clause) {
  const syntax::EvalDecl& written = decl(id).evals[clause];
  const sema::OutputFacts& facts = analysis_.outputs[id];
  ir::EvalClause eval;
  eval.pacing = facts.evals[clause].pacing;
  eval.span = written.span;
  Scope scope{output_streams_[id], id, Part::EvalWhen, clause, eval.pacing};
  eval.when = lower_optional(written.when, scope);
  scope.part = Part::EvalWith;
  if (written.with.valid()) {
    eval.with = lower(written.with, scope);
    if (facts.checked_type) {
      builder_.set_span(ast_.exprs[written.with].span);
      eval.with = check_type(eval.with, *facts.checked_type);
    }
  } else {
    builder_.set_span(written.span);
    eval.with =
        decl(id).trigger ? builder_.constant(Type::string(), std::string()) : builder_.tuple({});
  }
  return eval;
}

ir::StreamId Lowering::add_hidden(const Scope& scope, const char* purpose, const Type& type,
                                  bool spawned) {
  const ir::StreamId origin = output_streams_[scope.output];
  ir::Stream stream;
  // A dot cannot stand in a user's name.
  stream.name = fmt::format("{}.{}.{}", program_.streams[origin].name, purpose, ++num_hidden_);
  stream.kind = ir::StreamKind::Hidden;
  stream.type = type;
  stream.origin = origin;
  stream.span = builder_.span();
  if (spawned) {
    stream.parameters = program_.streams[origin].parameters;
  }
  return program_.streams.push_back(std::move(stream));
}

void Lowering::copy_life(syntax::OutputId from, ir::StreamId hidden) {
  const Span here = builder_.span();
  if (decl(from).spawn) {
    ir::SpawnClause spawn = lower_spawn(from, hidden);
    program_.streams[hidden].spawn = std::move(spawn);
  }
  if (decl(from).close) {
    ir::CloseClause close = lower_close(from, hidden);
    program_.streams[hidden].close = std::move(close);
  }
  builder_.set_span(here);
}

ir::Program lower(const syntax::Ast& ast, const sema::Analysis& analysis,
                  const LowerOptions& options, ir::evidence::Added* added) {
  return Lowering(ast, analysis, options).run(added);
}

}  // namespace fairmon::lower

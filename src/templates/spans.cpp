#include "templates/spans.hpp"

namespace fairmon::templates {

namespace {

using namespace syntax;

/// Walks all parts of a tree that hold places or ids of expressions.
class Walker {
 public:
  std::function<void(Span&)> on_span = [](Span&) {};
  std::function<void(ExprId&)> on_id = [](ExprId&) {};

  void expr(Expr& e) {
    on_span(e.span);
    on_span(e.focus);
    on_span(e.unit_span);
    on_span(e.name.span);
    for (ExprId& operand : e.operands) {
      on_id(operand);
    }
    arguments(e.arguments);
    for (TypeExpr& t : e.type_arguments) {
      type(t);
    }
    params(e.parameters);
  }

  void output(OutputDecl& o) {
    for (Span* span : {&o.span, &o.keyword, &o.expanded_from, &o.name.span, &o.mirror_of.span}) {
      on_span(*span);
    }
    on_id(o.mirror_when);
    params(o.parameters);
    tags(o.tags);
    if (o.type) {
      type(*o.type);
    }
    if (o.spawn) {
      clause(*o.spawn);
      on_id(o.spawn->with);
    }
    for (EvalDecl& eval : o.evals) {
      clause(eval);
      on_id(eval.with);
    }
    if (o.close) {
      clause(*o.close);
    }
  }

  void constant(ConstantDecl& c) {
    on_span(c.span);
    on_span(c.name.span);
    type(c.type);
    on_id(c.value);
  }

 private:
  template <typename Clause>
  void clause(Clause& c) {
    on_span(c.span);
    on_span(c.keyword);
    on_id(c.when);
    if (c.pacing) {
      on_span(c.pacing->span);
      on_id(c.pacing->value);
    }
  }

  void type(TypeExpr& t) {
    on_span(t.span);
    on_span(t.name.span);
    for (TypeExpr& part : t.parts) {
      type(part);
    }
  }

  void params(std::vector<Param>& list) {
    for (Param& param : list) {
      on_span(param.name.span);
      if (param.type) {
        type(*param.type);
      }
    }
  }

  void arguments(std::vector<Argument>& list) {
    for (Argument& argument : list) {
      on_span(argument.name.span);
      on_id(argument.value);
    }
  }

  void tags(std::vector<TagExpr>& list) {
    for (TagExpr& tag : list) {
      on_span(tag.span);
      on_span(tag.key.span);
      on_span(tag.value_span);
    }
  }
};

void walk(Walker& walker, Ast& ast) {
  for (Expr& e : ast.exprs) {
    walker.expr(e);
  }
  for (OutputDecl& output : ast.outputs) {
    walker.output(output);
  }
  for (ConstantDecl& constant : ast.constants) {
    walker.constant(constant);
  }
}

}  // namespace

void for_each_span(Ast& ast, const std::function<void(Span&)>& change) {
  Walker walker;
  walker.on_span = change;
  walk(walker, ast);
}

std::vector<DeclRef> append(Ast& to, Ast from) {
  Walker walker;
  const std::size_t shift = to.exprs.size();
  walker.on_id = [shift](ExprId& id) {
    if (id.valid()) {
      id = ExprId(id.index() + shift);
    }
  };
  walk(walker, from);
  for (Expr& e : from.exprs) {
    to.exprs.push_back(std::move(e));
  }
  std::vector<DeclRef> order;
  for (const DeclRef& ref : from.order) {
    if (ref.kind == DeclKind::Output) {
      order.push_back({ref.kind, static_cast<std::uint32_t>(to.outputs.size())});
      to.outputs.push_back(std::move(from.outputs[OutputId(ref.index)]));
    } else if (ref.kind == DeclKind::Constant) {
      order.push_back({ref.kind, static_cast<std::uint32_t>(to.constants.size())});
      to.constants.push_back(std::move(from.constants[ConstantId(ref.index)]));
    }
  }
  return order;
}

}  // namespace fairmon::templates

#include "syntax/format/marks.hpp"

#include <algorithm>

#include "syntax/operators.hpp"

namespace fairmon::syntax::formatter {
namespace {

class Marker {
 public:
  Marker(const Ast& ast, const std::vector<Token>& tokens) : ast_(ast), tokens_(tokens) {
    marks_.resize(tokens.size());
    match_brackets();
  }

  std::vector<Mark> run() {
    find_declarations();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      mark_tag_list(i);
    }
    for (const DeclRef ref : ast_.order) {
      mark_declaration(ref);
    }
    return std::move(marks_);
  }

 private:
  void match_brackets();
  void find_declarations();
  /// The token that begins at an offset.
  [[nodiscard]] std::size_t at(std::uint32_t offset) const;
  [[nodiscard]] std::size_t first_of(ExprId id) const { return at(ast_.exprs[id].span.begin); }
  /// The last token of a span.
  [[nodiscard]] std::size_t last_of(Span span) const;
  [[nodiscard]] std::size_t last_of(ExprId id) const { return last_of(ast_.exprs[id].span); }
  void enclose(Bracket bracket, std::size_t first, std::size_t last, bool outside = false);

  void mark_tag_list(std::size_t index);
  void mark_declaration(DeclRef ref);
  void start_declaration(Span span, bool tagged);
  void mark_input(const InputDecl& input);
  void mark_output(const OutputDecl& output);
  void mark_short(const OutputDecl& output);
  void mark_clause(Span span, const std::optional<PacingExpr>& pacing, ExprId when, ExprId with,
                   bool own_line);
  void mark_pacing(const std::optional<PacingExpr>& pacing);
  void mark_type_colon(Span type);
  void mark(ExprId id, int parent_level = 0);
  void mark_unary(const Expr& expr);
  void mark_binary(const Expr& expr, int parent_level);
  void mark_arguments(std::size_t open, std::size_t close, const std::vector<Argument>& arguments);
  void mark_list(std::size_t open, std::size_t close, const std::vector<ExprId>& items);
  void mark_type_arguments(const Expr& expr);

  const Ast& ast_;
  const std::vector<Token>& tokens_;
  std::vector<Mark> marks_;
  std::vector<std::size_t> opening_;  ///< of closing brackets
  std::vector<bool> starts_line_;     ///< first token of a declaration or of its tags
};

void Marker::match_brackets() {
  opening_.resize(tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const TokenKind kind = tokens_[i].kind;
    if (kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket) {
      open.push_back(i);
    } else if ((kind == TokenKind::RightParen || kind == TokenKind::RightBracket) &&
               !open.empty()) {
      opening_[i] = open.back();
      open.pop_back();
    }
  }
}

void Marker::find_declarations() {
  starts_line_.assign(tokens_.size(), false);
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const TokenKind kind = tokens_[i].kind;
    starts_line_[i] = (kind == TokenKind::Hash || kind == TokenKind::HashBang) &&
                      tokens_[i + 1].kind == TokenKind::LeftBracket;
  }
  for (const DeclRef ref : ast_.order) {
    if (ref.kind == DeclKind::Import) {
      starts_line_[at(ast_.imports[ref.index].span.begin)] = true;
    } else if (ref.kind == DeclKind::Type) {
      starts_line_[at(ast_.types[ref.index].span.begin)] = true;
    } else if (ref.kind == DeclKind::Constant) {
      starts_line_[at(ast_.constants[ConstantId(ref.index)].span.begin)] = true;
    } else if (ref.kind == DeclKind::Output) {
      starts_line_[at(ast_.outputs[OutputId(ref.index)].span.begin)] = true;
    } else if (ref.kind == DeclKind::Use) {
      starts_line_[at(ast_.uses[ref.index].span.begin)] = true;
    } else {
      const InputDecl& input = ast_.inputs[InputId(ref.index)];
      starts_line_[at(input.span.begin)] = input.span.begin != input.name.span.begin;
    }
  }
}

std::size_t Marker::at(std::uint32_t offset) const {
  const auto found = std::lower_bound(
      tokens_.begin(), tokens_.end(), offset,
      [](const Token& token, std::uint32_t wanted) { return token.begin < wanted; });
  return static_cast<std::size_t>(found - tokens_.begin());
}

std::size_t Marker::last_of(Span span) const {
  const std::size_t after = at(span.end);
  return after == 0 ? 0 : after - 1;
}

void Marker::enclose(Bracket bracket, std::size_t first, std::size_t last, bool outside) {
  if (first > last || last >= marks_.size()) {
    return;
  }
  auto& begins = outside ? marks_[first].outer : marks_[first].inner;
  begins.push_back(bracket);
  // Inner brackets end first; they are entered after the outer ones.
  marks_[last].ends.insert(marks_[last].ends.begin(), bracket);
}

// Each tag list stands on its own line, and so does what follows it.
void Marker::mark_tag_list(std::size_t index) {
  const TokenKind kind = tokens_[index].kind;
  const bool starts = (kind == TokenKind::Hash || kind == TokenKind::HashBang) &&
                      tokens_[index + 1].kind == TokenKind::LeftBracket;
  if (!starts) {
    return;
  }
  marks_[index + 1].before = Gap::Glued;
  std::size_t close = index + 1;
  while (close + 1 < tokens_.size() && tokens_[close].kind != TokenKind::RightBracket) {
    if (tokens_[close].kind == TokenKind::Equal) {
      marks_[close].before = Gap::Glued;
      marks_[close + 1].before = Gap::Glued;
    }
    ++close;
  }
  if (kind == TokenKind::HashBang ||
      (index == 0 || tokens_[index - 1].kind != TokenKind::RightBracket ||
       marks_[index].before != Gap::Hard)) {
    marks_[index].before = Gap::Declaration;
  }
  if (close + 1 < marks_.size()) {
    marks_[close + 1].before = kind == TokenKind::HashBang ? Gap::Declaration : Gap::Hard;
  }
}

void Marker::start_declaration(Span span, bool tagged) {
  if (!tagged) {
    marks_[at(span.begin)].before = Gap::Declaration;
  }
}

void Marker::mark_declaration(DeclRef ref) {
  switch (ref.kind) {
    case DeclKind::Import:
      start_declaration(ast_.imports[ref.index].span, false);
      break;
    case DeclKind::Type:
      start_declaration(ast_.types[ref.index].span, false);
      break;
    case DeclKind::Constant: {
      const ConstantDecl& constant = ast_.constants[ConstantId(ref.index)];
      start_declaration(constant.span, false);
      mark_type_colon(constant.type.span);
      mark(constant.value);
      break;
    }
    case DeclKind::Input:
      mark_input(ast_.inputs[InputId(ref.index)]);
      break;
    case DeclKind::Output:
      mark_output(ast_.outputs[OutputId(ref.index)]);
      break;
    case DeclKind::Use: {
      const UseDecl& use = ast_.uses[ref.index];
      start_declaration(use.span, !use.tags.empty());
      const std::size_t open = at(use.metric.span.begin) + 1;
      if (tokens_[open].kind == TokenKind::LeftParen) {
        const std::size_t last = last_of(use.span);
        const std::size_t close = use.alias.missing() ? last : last - 2;
        mark_arguments(open, close, use.arguments);
      }
      break;
    }
  }
}

// `input a : T, b : U`: only the first of a list begins a line; the others may follow below it.
void Marker::mark_input(const InputDecl& input) {
  const std::size_t first = at(input.span.begin);
  if (input.span.begin != input.name.span.begin) {
    start_declaration(input.span, !input.tags.empty());
    std::size_t last = first;
    while (last + 1 < tokens_.size() && tokens_[last + 1].kind != TokenKind::End &&
           !starts_line_[last + 1]) {
      ++last;
    }
    enclose(Bracket::Group, first, last);
    enclose(Bracket::Indent, first + 1, last, true);
  } else {
    marks_[first].before = Gap::Line;
  }
  if (!input.parameters.empty()) {
    marks_[at(input.name.span.end)].before = Gap::Glued;
  }
  mark_type_colon(input.type.span);
}

// The colon before a declared type has a blank on both sides.
void Marker::mark_type_colon(Span type) {
  const std::size_t first = at(type.begin);
  if (first > 0 && tokens_[first - 1].kind == TokenKind::Colon) {
    marks_[first - 1].before = Gap::Blank;
  }
}

void Marker::mark_output(const OutputDecl& output) {
  start_declaration(output.span, !output.tags.empty());
  if (output.has_parameter_list) {
    const std::size_t open = at(output.trigger ? output.keyword.end : output.name.span.end);
    marks_[open].before = Gap::Glued;
  }
  if (output.type) {
    mark_type_colon(output.type->span);
  }
  if (!output.mirror_of.missing()) {
    mark(output.mirror_when);
    return;
  }
  if (output.short_form) {
    mark_short(output);
    return;
  }
  const bool alone = !output.spawn && !output.close && output.evals.size() == 1;
  if (alone) {
    enclose(Bracket::Group, at(output.span.begin), last_of(output.span));
  }
  if (output.spawn) {
    mark_clause(output.spawn->span, output.spawn->pacing, output.spawn->when, output.spawn->with,
                !alone);
  }
  for (const EvalDecl& eval : output.evals) {
    mark_clause(eval.span, eval.pacing, eval.when, eval.with, !alone);
  }
  if (output.close) {
    mark_clause(output.close->span, output.close->pacing, output.close->when, {}, !alone);
  }
}

void Marker::mark_short(const OutputDecl& output) {
  const EvalDecl& eval = output.evals.front();
  mark_pacing(eval.pacing);
  const std::size_t last = last_of(output.span);
  if (!output.trigger) {
    const std::size_t value = first_of(eval.with);
    enclose(Bracket::Group, value - 1, last);
    enclose(Bracket::Indent, value, last, true);
    marks_[value].before = Gap::Line;
    mark(eval.with);
    return;
  }
  const std::size_t condition = first_of(eval.when);
  enclose(Bracket::Group, condition, last);
  enclose(Bracket::Indent, condition, last);
  mark(eval.when);
  if (eval.with.valid()) {
    marks_[first_of(eval.with)].before = Gap::Line;
  }
}

// `eval @p when c with e`, on one line or with its parts below one another.
void Marker::mark_clause(Span span, const std::optional<PacingExpr>& pacing, ExprId when,
                         ExprId with, bool own_line) {
  const std::size_t first = at(span.begin);
  const std::size_t last = last_of(span);
  enclose(Bracket::Indent, first, last, true);
  marks_[first].before = own_line ? Gap::Hard : Gap::Line;
  enclose(Bracket::Group, first, last);
  if (last > first) {
    enclose(Bracket::Indent, first + 1, last, true);
  }
  mark_pacing(pacing);
  std::vector<ExprId> parts;
  for (const ExprId part : {when, with}) {
    if (part.valid()) {
      parts.push_back(part);
    }
  }
  std::sort(parts.begin(), parts.end(),
            [this](ExprId a, ExprId b) { return first_of(a) < first_of(b); });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t word = first_of(parts[i]) - 1;
    // A lone part, and the first one behind the bare keyword, stay with the keyword.
    const bool stays = parts.size() == 1 || (i == 0 && word == first + 1);
    if (!stays && word > first) {
      marks_[word].before = Gap::Line;
    }
    mark(parts[i]);
  }
}

void Marker::mark_pacing(const std::optional<PacingExpr>& pacing) {
  if (!pacing) {
    return;
  }
  // `@`, perhaps a scope and its bracket: nothing in between.
  for (std::size_t i = at(pacing->span.begin) + 1; i <= first_of(pacing->value); ++i) {
    marks_[i].before = Gap::Glued;
  }
}

void Marker::mark_type_arguments(const Expr& expr) {
  const std::size_t name = at(expr.focus.begin);
  const std::size_t first = at(expr.type_arguments.front().span.begin);
  const std::size_t last = last_of(expr.type_arguments.back().span);
  marks_[name + 1].before = Gap::Glued;
  marks_[first].before = Gap::Glued;
  marks_[last + 1].before = Gap::Glued;
}

void Marker::mark_arguments(std::size_t open, std::size_t close,
                            const std::vector<Argument>& arguments) {
  std::vector<ExprId> values;
  for (const Argument& argument : arguments) {
    values.push_back(argument.value);
  }
  marks_[open].before = Gap::Glued;
  mark_list(open, close, values);
}

// Items between brackets: on one line, or each below the first.
void Marker::mark_list(std::size_t open, std::size_t close, const std::vector<ExprId>& items) {
  if (items.empty() || close <= open + 1) {
    return;
  }
  enclose(Bracket::Group, open + 1, close - 1);
  enclose(Bracket::Align, open + 1, close - 1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) {
      // Behind the comma that follows the item before.
      marks_[last_of(items[i - 1]) + 2].before = Gap::Line;
    }
    mark(items[i]);
  }
}

void Marker::mark_binary(const Expr& expr, int parent_level) {
  const int level = precedence(expr.op);
  const bool chain = level == parent_level;
  if (!chain) {
    enclose(Bracket::Group, first_of(expr.operands[0]), last_of(expr.operands[1]));
  }
  marks_[at(expr.focus.begin)].before = Gap::Line;
  const bool right = is_right_associative(expr.op);
  mark(expr.operands[0], right ? 0 : level);
  mark(expr.operands[1], right ? level : 0);
}

// `not a` and `- 5` need their blank: a sign that touches digits would belong to the number.
void Marker::mark_unary(const Expr& expr) {
  const std::size_t operand = first_of(expr.operands[0]);
  const Token& sign = tokens_[operand - 1];
  const bool word = sign.end - sign.begin == 3 && sign.kind == TokenKind::Not;
  const bool number =
      tokens_[operand].kind == TokenKind::Number && (expr.op == Op::Negate || expr.op == Op::Plus);
  marks_[operand].before = word || number ? Gap::Blank : Gap::Glued;
  mark(expr.operands[0]);
}

void Marker::mark(ExprId id, int parent_level) {
  if (!id.valid()) {
    return;
  }
  const Expr& expr = ast_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Missing:
    case ExprKind::Bool:
    case ExprKind::String:
    case ExprKind::Name:
      break;
    case ExprKind::Number:
      // A sign of the literal itself.
      if (last_of(id) > first_of(id)) {
        marks_[last_of(id)].before = Gap::Glued;
      }
      break;
    case ExprKind::Unary:
      mark_unary(expr);
      break;
    case ExprKind::Binary:
      mark_binary(expr, parent_level);
      break;
    case ExprKind::If:
      enclose(Bracket::Group, first_of(id), last_of(id));
      enclose(Bracket::Indent, first_of(id), last_of(id));
      marks_[first_of(expr.operands[1]) - 1].before = Gap::Line;
      marks_[first_of(expr.operands[2]) - 1].before = Gap::Line;
      for (const ExprId operand : expr.operands) {
        mark(operand);
      }
      break;
    case ExprKind::Tuple:
    case ExprKind::Paren:
      mark_list(first_of(id), last_of(id), expr.operands);
      break;
    case ExprKind::Call:
    case ExprKind::Method:
      if (!expr.operands.empty()) {
        mark(expr.operands[0]);
      }
      if (!expr.type_arguments.empty()) {
        mark_type_arguments(expr);
      }
      mark_arguments(opening_[last_of(id)], last_of(id), expr.arguments);
      break;
    case ExprKind::Project:
      mark(expr.operands[0]);
      break;
    case ExprKind::Index:
      marks_[at(expr.focus.begin)].before = Gap::Glued;
      mark(expr.operands[0]);
      mark(expr.operands[1]);
      break;
    case ExprKind::Lambda:
      mark(expr.operands[0]);
      break;
  }
}

}  // namespace

std::vector<Mark> make_marks(const Ast& ast, const std::vector<Token>& tokens) {
  return Marker(ast, tokens).run();
}

}  // namespace fairmon::syntax::formatter

#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

void Parser::parse_output(std::vector<TagExpr> tags) {
  const Token& keyword = take();
  parse_output_at_name(std::move(tags), keyword);
}

void Parser::parse_output_at_name(std::vector<TagExpr> tags, const Token& keyword) {
  OutputDecl output;
  output.tags = std::move(tags);
  output.keyword = span_of(keyword);
  output.name = parse_name("an output");
  if (!panic_ && at(Word::Mirrors)) {
    parse_mirror(output);
  } else if (!panic_) {
    if (at(TokenKind::LeftParen)) {
      output.has_parameter_list = true;
      output.parameters = parse_params();
    }
    if (!panic_ && accept(TokenKind::Colon)) {
      output.type = parse_type();
    }
    parse_tail(output);
  }
  finish_output(output, keyword.begin);
}

void Parser::finish_output(OutputDecl& output, std::uint32_t begin) {
  if (panic_) {
    skip_to_declaration();
  }
  output.span = span_since(begin);
  const OutputId id = ast_.outputs.push_back(std::move(output));
  ast_.order.push_back({DeclKind::Output, id.value});
}

// `mirrors p when c`
void Parser::parse_mirror(OutputDecl& output) {
  take();
  if (at(TokenKind::Identifier) && !at_boundary()) {
    output.mirror_of = make_name(take());
  } else {
    expected("the output to mirror");
    return;
  }
  if (!accept(Word::When)) {
    expected("`when` and a condition");
    return;
  }
  output.mirror_when = parse_expression();
  if (!panic_ && !at(TokenKind::End) && !at_declaration()) {
    expected("the next declaration");
  }
}

// Everything behind name, parameters and type, in whatever order it comes; then it is judged.
void Parser::parse_tail(OutputDecl& output) {
  OutputParts parts;
  parts.tail_begin = last_end_;
  while (!at(TokenKind::End) && !at_declaration()) {
    if (panic_) {
      skip_to_clause();
      panic_ = false;
      continue;
    }
    if (!parse_tail_item(output, parts)) {
      break;
    }
  }
  if (panic_) {
    parts.reported = true;
    panic_ = false;
  }
  judge_output(output, parts);
}

bool Parser::parse_tail_item(OutputDecl& output, OutputParts& parts) {
  if (at(TokenKind::At)) {
    if (!parts.pacing && !parse_condition_as_pacing(output, parts)) {
      parts.pacing = parse_pacing();
    } else if (at(TokenKind::At)) {
      const std::optional<PacingExpr> second = parse_pacing();
      repeated_clause("pacing", second->span, parts.pacing ? parts.pacing->span : second->span);
    }
  } else if (at(TokenKind::Assign)) {
    take_assign(output, parts);
  } else if (at(Word::Spawn) || at(Word::Eval) || at(Word::Close)) {
    parse_clause(peek().word, output, parts);
  } else if (at_clause()) {
    parse_stray_condition(output, parts);
  } else if (at(TokenKind::Colon) && parts.pacing && !output.type) {
    const std::uint32_t begin = take().begin;
    output.type = parse_type();
    parts.type_after_pacing = true;
    parts.late_type = span_since(begin);
  } else if (at_old_word() || at(TokenKind::LeftBrace) || at(TokenKind::RightBrace)) {
    return parse_old_item(output, parts);
  } else {
    return parse_misfit(output, parts);
  }
  return true;
}

void Parser::parse_clause(Word word, OutputDecl& output, OutputParts& parts) {
  if (word == Word::Spawn) {
    parse_spawn(output, parts);
  } else if (word == Word::Eval) {
    parse_eval(output, parts);
  } else {
    parse_close(output, parts);
  }
}

void Parser::take_assign(OutputDecl& output, OutputParts& parts) {
  const Token& assign = take();
  if (parts.assigned) {
    const std::uint32_t begin = assign.begin;
    parse_expression();
    repeated_clause(":=", span_since(begin), parts.assign);
    return;
  }
  parse_short_eval(output, parts, span_of(assign));
}

// The value of a short output. The evaluation itself is entered when the whole tail is known.
void Parser::parse_short_eval(OutputDecl& output, OutputParts& parts, Span assign) {
  (void)output;
  parts.assigned = true;
  parts.assign = assign;
  parts.value = parse_expression();
}

// Neither clause nor `:=`: a `:=` misspelled or left out, a bracket too many, or something else.
bool Parser::parse_misfit(OutputDecl& output, OutputParts& parts) {
  if (at_stray_declaration()) {
    return false;
  }
  static const std::vector<std::string> kClauses = {"spawn", "eval", "close"};
  if (const Word meant = misspelt(kClauses); meant != Word::None) {
    report_misspelt(meant);
    parse_clause(meant, output, parts);
    return true;
  }
  const bool undefined =
      !parts.assigned && !parts.reported && output.evals.empty() && !output.spawn && !output.close;
  if (undefined && at(TokenKind::Equal)) {
    const std::string shown(text_of(peek()));
    diag::error(diagnostics_, "missing-assign", here(),
                "an output is defined with `:=`; `" + shown + "` compares")
        .fix("write `:=`", {{here(), ":="}}, true);
    parts.reported = true;
    parse_short_eval(output, parts, span_of(take()));
    return true;
  }
  if (undefined && can_start_expression() && !parts.old.empty()) {
    // `output b { a + 1 }`: the braces are what is reported.
    parse_short_eval(output, parts, gap());
    return true;
  }
  if (undefined && can_start_expression()) {
    diag::error(diagnostics_, "missing-assign", gap(), "`:=` is missing before the expression")
        .fix("write it", {{gap(), " :="}}, true);
    parts.reported = true;
    parse_short_eval(output, parts, gap());
    return true;
  }
  if (at(TokenKind::RightParen) || at(TokenKind::RightBracket)) {
    const bool round = at(TokenKind::RightParen);
    diag::error(diagnostics_, "missing-parenthesis", here(),
                round ? "there is no `(` for this `)`" : "there is no `[` for this `]`")
        .fix("remove it", {removal(here())});
    parts.reported = true;
    take();
    return true;
  }
  if (at(TokenKind::Error)) {
    // Reported by the lexer; what follows it up to the next clause is anybody's guess.
    parts.reported = true;
    panic_ = true;
    return true;
  }
  expected(undefined ? "`:=` or a clause" : "an operator, a clause or the next declaration");
  parts.reported = true;
  return true;
}

}  // namespace fairmon::syntax::parser

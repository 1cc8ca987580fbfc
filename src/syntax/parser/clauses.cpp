#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

void Parser::parse_spawn(OutputDecl& output, OutputParts& parts) {
  const Token& keyword = take();
  const ClauseBody body = parse_clause_body(keyword, parts);
  SpawnDecl spawn{body.pacing, body.when.value, body.with.value, span_since(keyword.begin),
                  span_of(keyword)};
  if (output.spawn) {
    repeated_clause("spawn", spawn.span, output.spawn->span);
    return;
  }
  if (!body.pacing && !body.when.value.valid() && !body.with.value.valid() && !parts.spawn_if &&
      !panic_) {
    diag::error(diagnostics_, "empty-clause", spawn.keyword,
                "this `spawn` does not say when or with which parameters")
        .help("write `spawn with …` for the parameters, `spawn when …` for a condition")
        .fix("remove it", {removal(spawn.span)});
    return;
  }
  output.spawn = std::move(spawn);
}

void Parser::parse_eval(OutputDecl& output, OutputParts& parts) {
  const Token& keyword = take();
  const ClauseBody body = parse_clause_body(keyword, parts);
  EvalDecl eval{body.pacing, body.when.value, body.with.value, span_since(keyword.begin),
                span_of(keyword)};
  if (!body.pacing && !body.when.value.valid() && !body.with.value.valid() && !panic_) {
    diag::error(diagnostics_, "empty-clause", eval.keyword,
                "this `eval` does not say when or what to evaluate")
        .help("write `eval with …` for the value, `eval @… with …` to say when");
    eval.with = missing(gap());
  }
  output.evals.push_back(std::move(eval));
}

void Parser::parse_close(OutputDecl& output, OutputParts& parts) {
  const Token& keyword = take();
  const ClauseBody body = parse_clause_body(keyword, parts);
  CloseDecl close{body.pacing, body.when.value, span_since(keyword.begin), span_of(keyword)};
  if (body.with.value.valid()) {
    diag::error(diagnostics_, "close-with", body.with.keyword,
                "`close` takes a condition, not a value")
        .fix("write `when`", {{body.with.keyword, "when"}});
    close.when = close.when.valid() ? close.when : body.with.value;
  }
  if (output.close) {
    repeated_clause("close", close.span, output.close->span);
    return;
  }
  output.close = std::move(close);
}

// Pacing, `when` and `with` in any order.
ClauseBody Parser::parse_clause_body(const Token& keyword, OutputParts& parts) {
  ClauseBody body;
  while (!panic_) {
    if (at(TokenKind::At)) {
      std::optional<PacingExpr> pacing = parse_pacing();
      if (body.pacing) {
        repeated_clause("pacing", pacing->span, body.pacing->span);
      } else {
        body.pacing = std::move(pacing);
      }
    } else if (at(Word::When) || at(Word::With)) {
      ClauseCondition& slot = at(Word::When) ? body.when : body.with;
      const Token& word = take();
      const ExprId value = parse_expression();
      keep_condition(slot, value, word);
    } else if (!parse_odd_condition(keyword, body, parts)) {
      break;
    }
  }
  if (panic_) {
    skip_to_clause();
    panic_ = false;
  }
  return body;
}

void Parser::keep_condition(ClauseCondition& slot, ExprId value, const Token& keyword) {
  const Span span = span_since(keyword.begin);
  if (slot.value.valid()) {
    repeated_clause(text_of(keyword), span, slot.span);
    return;
  }
  slot = {value, span_of(keyword), span};
}

// Conditions with a word too few or of older tools. False if the clause ends here.
bool Parser::parse_odd_condition(const Token& keyword, ClauseBody& body, OutputParts& parts) {
  const bool spawn = keyword.word == Word::Spawn;
  if (spawn && (at(Word::If) || at(Word::Unless))) {
    const Token& word = take();
    OldClause old{word.word, span_of(word), parse_expression(), {}};
    old.span = span_since(word.begin);
    if (!body.when.value.valid()) {
      body.when = {old.value, old.keyword, old.span};
    }
    parts.spawn_if = old;
    return true;
  }
  if (at(TokenKind::Assign) && keyword.word == Word::Eval && !body.with.value.valid()) {
    diag::error(diagnostics_, "missing-assign", here(),
                "behind `eval` the value is given by `with`")
        .fix("write `with`", {{here(), "with"}}, true);
    const Token& word = take();
    const ExprId value = parse_expression();
    keep_condition(body.with, value, word);
    return true;
  }
  const bool nothing = !body.when.value.valid() && !body.with.value.valid();
  if (at_stray_declaration()) {
    return false;
  }
  if (!nothing || !can_start_expression() || at_old_word()) {
    return false;
  }
  static const std::vector<std::string> kConditions = {"when", "with"};
  if (const Word meant = misspelt(kConditions); meant != Word::None) {
    report_misspelt(meant);
    const Token& word = take();
    const ExprId value = parse_expression();
    keep_condition(meant == Word::When ? body.when : body.with, value, word);
    return true;
  }
  const bool close = keyword.word == Word::Close;
  const Token& first = peek();
  parts.missing_words.push_back({close ? "when" : "with", std::string(text_of(keyword)), gap()});
  const ExprId value = parse_expression();
  keep_condition(close ? body.when : body.with, value, first);
  return true;
}

// `output x when c with e`: an evaluation whose keyword is missing.
void Parser::parse_stray_condition(OutputDecl& output, OutputParts& parts) {
  const Token& first = peek();
  diag::error(diagnostics_, "missing-keyword", here(),
              "`eval` is missing before `" + std::string(text_of(first)) + "`")
      .fix("write it", {{{first.begin, first.begin, file_}, "eval "}}, true);
  parts.reported = true;
  const ClauseBody body = parse_clause_body(first, parts);
  output.evals.push_back(
      {body.pacing, body.when.value, body.with.value, span_since(first.begin), span_of(first)});
}

void Parser::repeated_clause(std::string_view what, Span place, Span first) {
  if (panic_) {
    return;
  }
  diag::error(diagnostics_, "repeated-clause", place,
              "there is a second `" + std::string(what) + "`")
      .label(first, "the first one")
      .fix("remove the second", {removal(place)});
}

}  // namespace fairmon::syntax::parser

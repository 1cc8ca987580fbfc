#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

// `filter c`, `extend c`, `invoke e`, `terminate c`, and the braces some of them stood in.
bool Parser::parse_old_item(OutputDecl& output, OutputParts& parts) {
  (void)output;
  if (at(TokenKind::LeftBrace) || at(TokenKind::RightBrace)) {
    parts.old.push_back({Word::None, here(), {}, here()});
    take();
    return true;
  }
  const Token& word = take();
  OldClause old;
  old.word = word.word;
  old.keyword = span_of(word);
  if (at(Word::When) || at(Word::With)) {
    take();
  }
  old.value = parse_expression();
  old.span = span_since(word.begin);
  parts.old.push_back(old);
  return true;
}

// Enters what `:=` gave and reports a shape that does not exist.
void Parser::judge_output(OutputDecl& output, OutputParts& parts) {
  const bool clauses = output.spawn || output.close || !output.evals.empty();
  const bool old = !parts.old.empty() || parts.spawn_if;
  const bool outdated = old || (parts.assigned && clauses && !parts.reported);
  if (!outdated) {
    report_missing_words(parts);
  }
  if (outdated) {
    report_old_output(output, parts);
  } else if (parts.assigned) {
    output.short_form = true;
  } else if (parts.pacing && !output.evals.empty()) {
    report_pacing_before_eval(output, parts);
  } else if (output.evals.empty() && !parts.reported) {
    report_undefined(output);
  }
  if (parts.assigned) {
    EvalDecl eval;
    eval.pacing = parts.pacing;
    eval.with = parts.value;
    eval.keyword = parts.assign;
    const Span value = expr(parts.value).span;
    eval.span = cover(parts.pacing ? parts.pacing->span : parts.assign, cover(parts.assign, value));
    for (const OldClause& clause : parts.old) {
      if (clause.word == Word::Filter || clause.word == Word::Extend) {
        eval.when = clause.value;
      }
    }
    output.evals.push_back(std::move(eval));
  }
  if (parts.type_after_pacing) {
    report_type_after_pacing(output, parts);
  }
}

void Parser::report_missing_words(const OutputParts& parts) {
  for (const MissingWord& one : parts.missing_words) {
    const std::string word(one.word);
    diag::error(diagnostics_, "missing-keyword", one.place,
                "`" + word + "` is missing behind `" + one.clause + "`")
        .fix("write it", {{one.place, " " + word}}, true);
  }
}

void Parser::report_undefined(const OutputDecl& output) {
  const Span place = output.trigger ? output.keyword : output.name.span;
  const std::string what = output.trigger ? "this trigger" : "`" + output.name.text + "`";
  diag::Report report =
      diag::error(diagnostics_, "missing-definition", place, what + " does not say its value");
  if (output.spawn || output.close) {
    report.help("add an `eval with …` clause");
  } else {
    report.help("define it with `:= …` or with an `eval` clause");
  }
}

// Writes the whole tail anew as spawn, eval and close, from the pieces the user gave.
void Parser::report_old_output(OutputDecl& output, const OutputParts& parts) {
  const auto text = [this](ExprId id) { return slice(expr(id).span); };
  std::string spawn;
  std::string close;
  std::string when;
  std::string with = parts.assigned ? text(parts.value) : "";
  if (output.spawn) {
    spawn = "spawn";
    spawn += output.spawn->pacing ? " " + slice(output.spawn->pacing->span) : "";
    const bool unless = parts.spawn_if && parts.spawn_if->word == Word::Unless;
    if (output.spawn->when.valid()) {
      const std::string condition = text(output.spawn->when);
      spawn += unless ? " when !(" + condition + ")" : " when " + condition;
    }
    spawn += output.spawn->with.valid() ? " with " + text(output.spawn->with) : "";
  }
  if (output.close) {
    close = "close";
    close += output.close->pacing ? " " + slice(output.close->pacing->span) : "";
    close += output.close->when.valid() ? " when " + text(output.close->when) : "";
  }
  for (const OldClause& clause : parts.old) {
    if (clause.word == Word::Filter || clause.word == Word::Extend) {
      when = text(clause.value);
    } else if (clause.word == Word::Invoke) {
      spawn = "spawn with " + text(clause.value);
    } else if (clause.word == Word::Terminate) {
      close = "close when " + text(clause.value);
    } else if (clause.word == Word::Unless) {
      when = "!(" + text(clause.value) + ")";
    }
  }
  std::string fixed = spawn.empty() ? "" : "\n  " + spawn;
  fixed += eval_text(output, parts, when, with);
  fixed += close.empty() ? "" : "\n  " + close;
  const Span tail = span_since(parts.tail_begin);
  const Span place = old_place(parts);
  const std::string shown = slice(place);
  diag::Report report =
      diag::error(diagnostics_, "old-syntax", place,
                  shown == ":=" ? "beside clauses the value is given by `eval with`, not by `:=`"
                                : "`" + shown + "` belongs to an older form of the language");
  if (parts.assigned || !output.evals.empty()) {
    report.fix("write the clauses of today", {{tail, fixed}});
  }
}

std::string Parser::eval_text(const OutputDecl& output, const OutputParts& parts,
                              const std::string& when, const std::string& with) const {
  std::string result;
  if (parts.assigned) {
    result = "\n  eval";
    result += parts.pacing ? " " + slice(parts.pacing->span) : "";
    result += when.empty() ? "" : " when " + when;
    result += " with " + with;
  }
  for (const EvalDecl& eval : output.evals) {
    result += "\n  " + slice(eval.span);
  }
  return result;
}

// The word to point at: the first old one, else the `:=`.
Span Parser::old_place(const OutputParts& parts) const {
  Span place = parts.assign;
  bool found = false;
  if (parts.spawn_if) {
    place = parts.spawn_if->keyword;
    found = true;
  }
  for (const OldClause& clause : parts.old) {
    if (clause.word != Word::None && (!found || clause.keyword.begin < place.begin)) {
      place = clause.keyword;
      found = true;
    }
  }
  return found || parts.old.empty() ? place : parts.old.front().keyword;
}

void Parser::report_pacing_before_eval(OutputDecl& output, const OutputParts& parts) {
  EvalDecl& eval = output.evals.front();
  const std::string pacing = slice(parts.pacing->span);
  diag::Report report = diag::error(diagnostics_, "pacing-before-eval", parts.pacing->span,
                                    "the pacing stands behind `eval`, not before it");
  report.label(eval.keyword, "it belongs behind this");
  if (!eval.pacing) {
    const Span behind = {eval.keyword.end, eval.keyword.end, file_};
    report.fix("move it", {removal(parts.pacing->span), {behind, " " + pacing}}, true);
    eval.pacing = parts.pacing;
  } else {
    report.fix("remove it", {removal(parts.pacing->span)});
  }
}

void Parser::report_type_after_pacing(const OutputDecl& output, const OutputParts& parts) {
  const Span behind = {parts.tail_begin, parts.tail_begin, file_};
  diag::error(diagnostics_, "type-after-pacing", parts.late_type,
              "the type stands before the pacing")
      .label(parts.pacing->span, "the pacing")
      .fix("move it", {{behind, ": " + slice(output.type->span)}, removal(parts.late_type)}, true);
}

}  // namespace fairmon::syntax::parser

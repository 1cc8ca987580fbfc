#pragma once

#include <fairmon/diagnostic.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/report.hpp"
#include "syntax/ast.hpp"
#include "syntax/parser/output_parts.hpp"
#include "syntax/token.hpp"

namespace fairmon::syntax::parser {

/// Recursive descent over the tokens. A function named `parse_x` consumes an x and returns it;
/// after a mistake it has reported it, set `panic_`, and left the cursor where the mistake is.
/// While `panic_` is set nothing more is reported; whoever finds a place to go on clears it.
class Parser {
 public:
  Parser(const SourceFile& source, const TokenList& list, std::uint32_t file,
         Diagnostics& diagnostics);

  [[nodiscard]] Ast run();

 private:
  // cursor.cpp: tokens and places
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  [[nodiscard]] bool at(Word word) const { return peek().word == word; }
  const Token& take();
  bool accept(TokenKind kind);
  bool accept(Word word);
  [[nodiscard]] std::string_view text_of(const Token& token) const;
  [[nodiscard]] std::string slice(Span span) const;
  [[nodiscard]] Span span_of(const Token& token) const { return {token.begin, token.end, file_}; }
  [[nodiscard]] Span here() const { return span_of(peek()); }
  /// Behind the last token taken, without extent.
  [[nodiscard]] Span gap() const { return {last_end_, last_end_, file_}; }
  [[nodiscard]] Span span_since(std::uint32_t begin) const;
  /// The position of the bracket that closes the one at `index`, or of End.
  [[nodiscard]] std::size_t closing(std::size_t index) const { return closing_[index]; }
  [[nodiscard]] std::size_t index_of(const Token& token) const {
    return static_cast<std::size_t>(&token - tokens_.data());
  }
  void match_brackets();
  [[nodiscard]] bool on_new_line() const;
  [[nodiscard]] bool is_word(const Token& token) const;

  // recovery.cpp: where reading can go on
  [[nodiscard]] bool at_declaration() const { return declaration_at(position_); }
  [[nodiscard]] bool declaration_at(std::size_t index) const;
  [[nodiscard]] bool at_clause() const;
  [[nodiscard]] bool at_old_word() const;
  /// A declaration, a clause, `then`, `else` or the end: no expression goes on here.
  [[nodiscard]] bool at_boundary() const;
  [[nodiscard]] bool can_start_expression() const;
  void skip_to_declaration();
  void skip_to_clause();
  /// To the next `,` or `)` of the bracket we are in, or to a boundary.
  void skip_in_brackets();

  // problems.cpp: reporting
  [[nodiscard]] std::string describe(const Token& token) const;
  [[nodiscard]] Edit removal(Span span) const;
  void expected(std::string_view what);
  void missing_operand(const Token* after);
  void missing_close(const Token& open, std::string_view close);
  void report_too_deep(Span place);
  /// The word that the identifier here is a slip for, if it stands where a word should.
  [[nodiscard]] Word misspelt(std::span<const std::string> words) const;
  void report_misspelt(Word meant);
  void check_reserved(const Name& name, std::string_view what);
  [[nodiscard]] bool follows_as_other(std::size_t index) const;

  // declarations.cpp
  void parse_declaration();
  void parse_import();
  void parse_include();
  void parse_type_declaration();
  void parse_constant();
  void report_untyped_constant(const Name& name);
  void report_untyped_input(const Name& name);
  void parse_inputs(std::vector<TagExpr> tags);
  void parse_inputs_at_name(std::vector<TagExpr> tags, std::uint32_t begin);
  bool parse_one_input(const std::vector<TagExpr>& tags, std::uint32_t begin);
  void parse_use(std::vector<TagExpr> tags);
  void parse_global_tags();
  [[nodiscard]] bool at_stray_declaration() const;
  bool parse_misspelt_declaration();
  void parse_stray();

  // pieces.cpp: names, types, parameters, tags
  Name parse_name(std::string_view what);
  Name make_name(const Token& token) const;
  TypeExpr parse_type();
  TypeExpr parse_tuple_type();
  std::vector<Param> parse_params();
  Param parse_param();
  std::vector<TagExpr> parse_tags();
  void parse_tag_list(std::vector<TagExpr>& tags);
  TagExpr parse_tag();
  [[nodiscard]] std::string decode(const Token& token) const;

  // outputs.cpp
  void parse_output(std::vector<TagExpr> tags);
  void parse_output_at_name(std::vector<TagExpr> tags, const Token& keyword);
  void parse_mirror(OutputDecl& output);
  void parse_tail(OutputDecl& output);
  bool parse_tail_item(OutputDecl& output, OutputParts& parts);
  void parse_clause(Word word, OutputDecl& output, OutputParts& parts);
  void take_assign(OutputDecl& output, OutputParts& parts);
  void parse_short_eval(OutputDecl& output, OutputParts& parts, Span assign);
  bool parse_misfit(OutputDecl& output, OutputParts& parts);
  void finish_output(OutputDecl& output, std::uint32_t begin);

  // triggers.cpp
  void parse_trigger(std::vector<TagExpr> tags);
  [[nodiscard]] bool at_clause_trigger() const;
  void parse_short_trigger(OutputDecl& output);

  // clauses.cpp
  void parse_spawn(OutputDecl& output, OutputParts& parts);
  void parse_eval(OutputDecl& output, OutputParts& parts);
  void parse_close(OutputDecl& output, OutputParts& parts);
  ClauseBody parse_clause_body(const Token& keyword, OutputParts& parts);
  void parse_stray_condition(OutputDecl& output, OutputParts& parts);
  void repeated_clause(std::string_view what, Span place, Span first);
  void keep_condition(ClauseCondition& slot, ExprId value, const Token& keyword);
  bool parse_odd_condition(const Token& keyword, ClauseBody& body, OutputParts& parts);

  // pacing.cpp
  std::optional<PacingExpr> parse_pacing();
  PacingExpr parse_paced();
  ExprId parse_activation();
  ExprId parse_activation_operand();
  void warn_mixed_activation(const std::vector<ExprId>& operands,
                             const std::vector<const Token*>& operators);
  [[nodiscard]] bool is_scope(std::size_t ahead) const;
  [[nodiscard]] bool at_activation_operator() const;
  bool parse_condition_as_pacing(OutputDecl& output, OutputParts& parts);

  // legacy.cpp: what older tools accepted
  bool parse_old_item(OutputDecl& output, OutputParts& parts);
  void judge_output(OutputDecl& output, OutputParts& parts);
  void report_old_output(OutputDecl& output, const OutputParts& parts);
  void report_missing_words(const OutputParts& parts);
  void report_undefined(const OutputDecl& output);
  [[nodiscard]] std::string eval_text(const OutputDecl& output, const OutputParts& parts,
                                      const std::string& when, const std::string& with) const;
  [[nodiscard]] Span old_place(const OutputParts& parts) const;
  void report_pacing_before_eval(OutputDecl& output, const OutputParts& parts);
  void report_type_after_pacing(const OutputDecl& output, const OutputParts& parts);

  // expressions.cpp
  ExprId parse_expression();
  ExprId parse_binary(int least_level);
  [[nodiscard]] bool is_per_cent(ExprId left, const Token& sign) const;
  ExprId report_per_cent(ExprId left, const Token& sign);
  ExprId parse_unary();
  ExprId parse_operand();
  [[nodiscard]] bool can_start_operand() const;
  [[nodiscard]] bool at_sign_name() const;
  ExprId parse_if();
  void report_incomplete_if(const Token& keyword, std::string_view word);
  void close_bracket(const Token& open);
  ExprId parse_parenthesis();
  ExprId parse_tuple_rest(const Token& open, ExprId first);

  // primaries.cpp: literals, names, calls, lambdas
  ExprId parse_number(std::string_view sign, std::uint32_t begin);
  void report_unknown_unit(const Expr& number);
  ExprId parse_word();
  ExprId parse_call(const Token& callee);
  std::vector<Argument> parse_arguments(const Token& open);
  void close_arguments(const Token& open, std::vector<Argument>& arguments);
  void report_missing_comma(std::vector<Argument>& arguments);
  Argument parse_argument();
  std::vector<TypeExpr> parse_type_arguments();
  [[nodiscard]] bool at_type_arguments() const;
  [[nodiscard]] bool at_bare_lambda() const;
  ExprId parse_bare_lambda();
  ExprId parse_lambda();

  // postfix.cpp
  ExprId parse_postfix(ExprId receiver);
  ExprId parse_method(ExprId receiver);
  ExprId parse_projection(ExprId receiver);
  ExprId parse_index(ExprId receiver);
  void report_index_with_default(Span brackets, ExprId offset, ExprId fallback);

  // accesses.cpp: calls and methods that a parser can judge by their look
  ExprId check_method(Expr method);
  ExprId check_call(Expr call);
  void check_argument_names(Expr& method);
  void check_argument_order(Expr& method);

  // Building nodes
  ExprId add(Expr expr);
  ExprId missing(Span span);
  [[nodiscard]] const Expr& expr(ExprId id) const { return ast_.exprs[id]; }

  const SourceFile& source_;
  const std::vector<Token>& tokens_;
  std::uint32_t file_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> closing_;
  std::vector<std::uint16_t> heights_;  ///< per expression
  std::size_t position_ = 0;
  std::uint32_t last_end_ = 0;
  std::uint32_t depth_ = 0;
  bool panic_ = false;
  Ast ast_;
};

}  // namespace fairmon::syntax::parser

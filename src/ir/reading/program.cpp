#include <fmt/format.h>

#include "ir/reading/reader.hpp"
#include "ir/text.hpp"

namespace fairmon::ir {
namespace {

using reading::Cursor;
using reading::ExprReader;
using reading::Names;

/// First headers (so that everything has its name and type), then bodies.
class ProgramReader {
 public:
  explicit ProgramReader(std::string_view text)
      : cursor_(reading::tokenize(text)), exprs_(cursor_, program_, names_) {}

  Result<Program> run() {
    read_headers();
    cursor_.seek(0);
    read_bodies();
    if (cursor_.failed()) {
      return cursor_.error();
    }
    if (!has_layers_ && !program_.streams.empty()) {
      assign_layers(program_);
    }
    return std::move(program_);
  }

 private:
  static std::optional<StreamKind> stream_kind(const Cursor& cursor) {
    return cursor.is_word("input")     ? std::optional(StreamKind::Input)
           : cursor.is_word("output")  ? std::optional(StreamKind::Output)
           : cursor.is_word("trigger") ? std::optional(StreamKind::Trigger)
           : cursor.is_word("hidden")  ? std::optional(StreamKind::Hidden)
                                       : std::nullopt;
  }

  void read_headers() {
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position();
      if (const auto kind = stream_kind(cursor_)) {
        cursor_.next();
        stream_header(*kind);
      } else if (cursor_.take_word("window")) {
        const std::string name = cursor_.expect_name("a window's name");
        cursor_.expect_symbol(":");
        Window window;
        window.result = cursor_.read_type();
        add_name(names_.windows, name, program_.windows.push_back(std::move(window)));
      } else if (cursor_.take_word("instances")) {
        const std::string name = cursor_.expect_name("an aggregation's name");
        cursor_.expect_symbol(":");
        InstanceAggregation aggregation;
        aggregation.result = cursor_.read_type();
        add_name(names_.aggregations, name,
                 program_.aggregations.push_back(std::move(aggregation)));
      } else if (cursor_.take_word("let")) {
        cursor_.expect_symbol("%");
        const std::uint64_t number = cursor_.expect_unsigned("a number");
        cursor_.expect_symbol("=");
        names_.shared[number].position = cursor_.position();
      } else {
        cursor_.fail("expected a declaration in the first column");
        return;
      }
      if (!cursor_.failed()) {
        cursor_.seek(begin);
        cursor_.skip_declaration();
      }
    }
  }

  template <class Table, class Id>
  void add_name(Table& table, const std::string& name, Id id) {
    if (!table.emplace(name, id).second) {
      cursor_.fail(fmt::format("{} is declared twice, before", name));
    }
  }

  void stream_header(StreamKind kind) {
    Stream stream;
    stream.kind = kind;
    stream.name = cursor_.expect_name("a stream's name");
    if (cursor_.take_symbol("(")) {
      while (!cursor_.is_symbol(")") && !cursor_.at_end()) {
        Parameter parameter;
        parameter.name = cursor_.expect_name("a parameter's name");
        cursor_.expect_symbol(":");
        parameter.type = cursor_.read_type();
        stream.parameters.push_back(std::move(parameter));
        if (!cursor_.take_symbol(",")) {
          break;
        }
      }
      cursor_.expect_symbol(")");
    }
    cursor_.expect_symbol(":");
    stream.type = cursor_.read_type();
    program_.num_inputs += kind == StreamKind::Input ? 1U : 0U;
    program_.num_public += kind == StreamKind::Hidden ? 0U : 1U;
    const std::string name = stream.name;
    add_name(names_.streams, name, program_.streams.push_back(std::move(stream)));
  }

  void read_bodies() {
    std::size_t num_windows = 0;
    std::size_t num_aggregations = 0;
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position();
      if (stream_kind(cursor_)) {
        cursor_.next();
        stream_body(exprs_.read_stream_name());
        continue;
      }
      if (cursor_.take_word("window")) {
        window_body(program_.windows[WindowId(num_windows++)]);
        continue;
      }
      if (cursor_.take_word("instances")) {
        aggregation_body(program_.aggregations[AggregationId(num_aggregations++)]);
        continue;
      }
      cursor_.seek(begin);
      cursor_.skip_declaration();
    }
  }

  void stream_body(StreamId id) {
    // The header is known to be right: go on behind the type.
    if (cursor_.take_symbol("(")) {
      while (!cursor_.take_symbol(")")) {
        cursor_.next();
        if (cursor_.take_symbol(":")) {
          (void)cursor_.read_type();
        }
      }
    }
    cursor_.expect_symbol(":");
    (void)cursor_.read_type();
    Stream& stream = program_.streams[id];
    if (cursor_.take_word("layers")) {
      has_layers_ = true;
      stream.spawn_layer = static_cast<std::uint32_t>(cursor_.expect_unsigned("a layer"));
      stream.eval_layer = static_cast<std::uint32_t>(cursor_.expect_unsigned("a layer"));
      cursor_.expect_word("keep");
      stream.num_kept = static_cast<std::uint32_t>(cursor_.expect_unsigned("a number of values"));
    }
    if (cursor_.take_word("table")) {
      stream.table = exprs_.read_stream_name();
    }
    if (cursor_.take_word("of")) {
      stream.origin = exprs_.read_stream_name();
    }
    while (!cursor_.at_end() && cursor_.peek().column != 1) {
      clause(id);
    }
  }

  void clause(StreamId id) {
    Stream& stream = program_.streams[id];
    if (cursor_.take_word("spawn")) {
      SpawnClause spawn;
      spawn.pacing = pacing();
      spawn.when = optional_expr("when", id);
      spawn.with = optional_expr("with", id);
      stream.spawn = std::move(spawn);
    } else if (cursor_.take_word("eval")) {
      EvalClause eval;
      eval.pacing = pacing();
      eval.when = optional_expr("when", id);
      eval.guard = guard(id);
      eval.with = optional_expr("with", id);
      stream.evals.push_back(std::move(eval));
    } else if (cursor_.take_word("close")) {
      CloseClause close;
      close.pacing = pacing();
      close.when = optional_expr("when", id);
      close.guard = guard(id);
      stream.close = std::move(close);
    } else {
      cursor_.fail("expected spawn, eval or close");
    }
  }

  ExprId optional_expr(std::string_view word, StreamId owner) {
    return cursor_.take_word(word) ? exprs_.read(owner) : ExprId();
  }

  KeyGuard guard(StreamId owner) {
    KeyGuard guard;
    while (cursor_.take_word("key")) {
      KeyEquality key;
      cursor_.expect_symbol("$");
      key.parameter = static_cast<std::uint32_t>(cursor_.expect_unsigned("a parameter number"));
      cursor_.expect_symbol("=");
      key.key = exprs_.read(owner);
      guard.keys.push_back(key);
    }
    guard.residual = optional_expr("residual", owner);
    return guard;
  }

  Pacing pacing() {
    Pacing pacing;
    cursor_.expect_symbol("@");
    if (cursor_.take_word("event")) {
      cursor_.expect_symbol("(");
      pacing.activation = activation();
    } else {
      pacing.kind = cursor_.is_word("local") ? PacingKind::Local : PacingKind::Global;
      if (!cursor_.take_word("local")) {
        cursor_.expect_word("global");
      }
      cursor_.expect_symbol("(");
      pacing.period = cursor_.read_period();
    }
    cursor_.expect_symbol(")");
    return pacing;
  }

  Activation activation() {
    Activation first = activation_atom();
    if (!cursor_.is_symbol("&&") && !cursor_.is_symbol("||")) {
      return first;
    }
    const std::string op = cursor_.peek().text;
    Activation formula;
    formula.kind = op == "&&" ? Activation::Kind::And : Activation::Kind::Or;
    formula.parts.push_back(std::move(first));
    while (cursor_.take_symbol(op)) {
      formula.parts.push_back(activation_atom());
    }
    return formula;
  }

  Activation activation_atom() {
    Activation atom;
    if (cursor_.take_symbol("(")) {
      atom = activation();
      cursor_.expect_symbol(")");
    } else if (!cursor_.take_word("true")) {
      atom.kind = Activation::Kind::Input;
      atom.input = exprs_.read_stream_name();
    }
    return atom;
  }

  void skip_header() {
    cursor_.next();
    cursor_.expect_symbol(":");
    (void)cursor_.read_type();
    cursor_.expect_symbol("=");
  }

  void aggregate(const builtins::Aggregate*& aggregate, std::uint32_t& argument) {
    const auto found = builtins::find_aggregate(cursor_.expect_name("an aggregation"));
    if (!found) {
      cursor_.fail("unknown aggregation, before");
      return;
    }
    aggregate = found->aggregate;
    argument = found->argument;
  }

  void window_body(Window& window) {
    skip_header();
    if (cursor_.take_word("discrete")) {
      window.kind = WindowKind::Discrete;
    } else if (cursor_.take_word("occurrence")) {
      window.kind = WindowKind::Occurrence;
    } else {
      cursor_.expect_word("sliding");
    }
    window.target = exprs_.read_stream_name();
    cursor_.expect_word("over");
    if (window.kind == WindowKind::Discrete) {
      window.count = static_cast<std::uint32_t>(cursor_.expect_unsigned("a number of values"));
    } else {
      window.duration_ns = cursor_.read_duration_ns();
    }
    if (cursor_.take_word("using")) {
      aggregate(window.aggregate, window.aggregate_argument);
    }
    window.exact = cursor_.take_word("exact");
    cursor_.expect_word("from");
    if (cursor_.take_word("spawn")) {
      window.start = WindowStart::CallerSpawn;
    } else {
      cursor_.expect_word("run");
    }
    cursor_.expect_word("caller");
    window.caller = exprs_.read_stream_name();
    window.caller_pacing = pacing();
  }

  void aggregation_body(InstanceAggregation& aggregation) {
    skip_header();
    if (cursor_.take_word("fresh")) {
      aggregation.selection = Selection::Fresh;
    } else {
      cursor_.expect_word("all");
    }
    aggregation.target = exprs_.read_stream_name();
    cursor_.expect_word("using");
    aggregate(aggregation.aggregate, aggregation.aggregate_argument);
    const ExprId where = optional_expr("where", {});
    const ExprId map = optional_expr("map", {});
    aggregation.where = where;
    aggregation.map = map;
  }

  Cursor cursor_;
  Program program_;
  Names names_;
  ExprReader exprs_;
  bool has_layers_ = false;
};

}  // namespace

Result<Program> read(std::string_view text) { return ProgramReader(text).run(); }

}  // namespace fairmon::ir

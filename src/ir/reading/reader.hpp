#pragma once

#include <string>
#include <unordered_map>

#include "ir/reading/cursor.hpp"

namespace fairmon::ir::reading {

/// Names known before expressions are read.
struct Names {
  std::unordered_map<std::string, StreamId> streams;
  std::unordered_map<std::string, WindowId> windows;
  std::unordered_map<std::string, AggregationId> aggregations;
  /// Where the body of a `let` begins, and its expression once read.
  struct Shared {
    std::size_t position = 0;
    ExprId expr;
    bool open = false;
  };
  std::unordered_map<std::uint64_t, Shared> shared;
};

/// Reads expressions into a program whose streams, windows and aggregations have their types.
class ExprReader {
 public:
  ExprReader(Cursor& cursor, Program& program, Names& names)
      : cursor_(cursor), program_(program), names_(names) {}

  /// `owner` gives `$0` its type when the text does not.
  ExprId read(StreamId owner);
  StreamId read_stream_name();

 private:
  ExprId add(Expr expr);
  ExprId read_shared();
  ExprId read_constant();
  ExprId read_parameter(ExprKind kind);
  ExprId read_call(const std::string& word);
  bool read_access(const std::string& word, Expr& expr);
  bool read_form(const std::string& word, Expr& expr);
  void read_apply(const std::string& word, Expr& expr, std::optional<std::uint64_t> overload);
  void read_operands(Expr& expr, bool first);
  [[nodiscard]] const Type& type_of(const Expr& expr, std::size_t operand) const;
  void type_form(Expr& expr);

  Cursor& cursor_;
  Program& program_;
  Names& names_;
  StreamId owner_;
};

}  // namespace fairmon::ir::reading

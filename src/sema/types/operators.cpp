#include "sema/types/operators.hpp"

#include <string_view>

namespace fairmon::sema::types {

using syntax::Op;

bool has_function(Op op) {
  return op != Op::And && op != Op::Or && op != Op::Implies && op != Op::Equal &&
         op != Op::NotEqual && op != Op::Plus && op != Op::Not;
}

const builtins::Function* operator_of(Op op) {
  const auto binary = [](std::string_view spelling) {
    return builtins::find_operator(spelling, false);
  };
  switch (op) {
    case Op::Implies:
      return binary("->");
    case Op::Or:
      return binary("||");
    case Op::And:
      return binary("&&");
    case Op::BitOr:
      return binary("|");
    case Op::BitXor:
      return binary("^");
    case Op::BitAnd:
      return binary("&");
    case Op::Equal:
      return binary("==");
    case Op::NotEqual:
      return binary("!=");
    case Op::Less:
      return binary("<");
    case Op::LessEqual:
      return binary("<=");
    case Op::Greater:
      return binary(">");
    case Op::GreaterEqual:
      return binary(">=");
    case Op::ShiftLeft:
      return binary("<<");
    case Op::ShiftRight:
      return binary(">>");
    case Op::Add:
      return binary("+");
    case Op::Subtract:
      return binary("-");
    case Op::Multiply:
      return binary("*");
    case Op::Divide:
      return binary("/");
    case Op::Remainder:
      return binary("%");
    case Op::Power:
      return binary("**");
    case Op::Negate:
      return builtins::find_operator("-", true);
    case Op::Complement:
      return builtins::find_operator("~", true);
    case Op::Not:
      return builtins::find_operator("!", true);
    case Op::Plus:
      break;
  }
  return nullptr;
}

}  // namespace fairmon::sema::types

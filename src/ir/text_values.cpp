#include "ir/text_values.hpp"

#include <fmt/format.h>

#include "support/check.hpp"

namespace fairmon::ir {
namespace {

std::string print_double(double number) {
  // The shortest digits that read back; a fraction or exponent tells it from an integer.
  std::string text = fmt::format("{}", number);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    text += fmt::format("{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

std::string untyped(const Type& type, const Value& value) {
  if (value.absent()) {
    return "none";
  }
  switch (type.kind()) {
    case TypeKind::Bool:
      return value.as<bool>() ? "true" : "false";
    case TypeKind::Int:
      return fmt::format("{}", value.as<std::int64_t>());
    case TypeKind::UInt:
      return fmt::format("{}u", value.as<std::uint64_t>());
    case TypeKind::Float:
    case TypeKind::Prob:
      return print_double(value.as<double>());
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return value.as<Decimal>().to_string();
    case TypeKind::String:
      return quote_text(value.as<std::string>());
    case TypeKind::Bytes:
      return fmt::format("x\"{}\"", hex(value.as<Bytes>().data));
    case TypeKind::Time:
      return fmt::format("{}", value.as<Timestamp>().ns);
    case TypeKind::Duration:
      return fmt::format("{}", value.as<Duration>().ns);
    case TypeKind::Tuple: {
      const Value::Tuple& parts = value.as<Value::Tuple>();
      std::string text;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        text += (i == 0 ? "" : ", ") + untyped(type.parts()[i], parts[i]);
      }
      return "(" + text + ")";
    }
    case TypeKind::Optional:
      return untyped(type.inner(), value);
    case TypeKind::Unknown:
      break;
  }
  FAIRMON_CHECK(false, "constant of unknown type");
  return {};
}

}  // namespace

std::string print_constant(const Type& type, const Value& value) {
  const bool shape_tells = type == Type::boolean() || type == Type::string() ||
                           type == Type::integer() || type == Type::unsigned_integer() ||
                           type == Type::floating();
  return shape_tells ? untyped(type, value) : untyped(type, value) + ":" + type.to_string();
}

bool is_name_character(char c, bool first) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                      static_cast<unsigned char>(c) >= 0x80U;
  return letter || (!first && ((c >= '0' && c <= '9') || c == '\'' || c == '.'));
}

std::string quote_name(std::string_view name) {
  bool plain = !name.empty();
  for (std::size_t i = 0; i < name.size() && plain; ++i) {
    if (name.substr(i, 2) == "::" && i > 0) {
      ++i;
    } else {
      plain = is_name_character(name[i], i == 0);
    }
  }
  return plain ? std::string(name) : fmt::format("`{}`", name);
}

std::string quote_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20U) {
          out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

}  // namespace fairmon::ir

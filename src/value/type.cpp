#include <fairmon/value.hpp>

namespace fairmon {

Type Type::tuple(std::vector<Type> parts) {
  Type type(TypeKind::Tuple, 0);
  type.parts_ = std::make_shared<const std::vector<Type>>(std::move(parts));
  return type;
}

Type Type::optional(Type inner) {
  Type type(TypeKind::Optional, 0);
  type.parts_ = std::make_shared<const std::vector<Type>>(1, std::move(inner));
  return type;
}

const std::vector<Type>& Type::parts() const noexcept {
  static const std::vector<Type> kNone;
  return parts_ ? *parts_ : kNone;
}

std::uint32_t Type::num_cells() const noexcept {
  if (kind_ != TypeKind::Tuple && kind_ != TypeKind::Optional) {
    return 1;
  }
  std::uint32_t sum = kind_ == TypeKind::Optional ? 1 : 0;
  for (const Type& part : parts()) {
    sum += part.num_cells();
  }
  return sum;
}

namespace {

std::string fixed_name(const char* family, std::uint16_t bits) {
  return family + std::to_string(bits) + '_' + std::to_string(bits / 2);
}

std::string tuple_name(const std::vector<Type>& parts) {
  std::string text = "(";
  for (const Type& part : parts) {
    if (text.size() > 1) {
      text += ", ";
    }
    text += part.to_string();
  }
  return text + ')';
}

}  // namespace

std::string Type::to_string() const {
  switch (kind_) {
    case TypeKind::Unknown:
      return "?";
    case TypeKind::Bool:
      return "Bool";
    case TypeKind::Int:
      return "Int" + std::to_string(bits_);
    case TypeKind::UInt:
      return "UInt" + std::to_string(bits_);
    case TypeKind::Float:
      return "Float" + std::to_string(bits_);
    case TypeKind::Prob:
      return "Prob";
    case TypeKind::Fixed:
      return fixed_name("Fixed", bits_);
    case TypeKind::UFixed:
      return fixed_name("UFixed", bits_);
    case TypeKind::String:
      return "String";
    case TypeKind::Bytes:
      return "Bytes";
    case TypeKind::Time:
      return "Time";
    case TypeKind::Duration:
      return "Duration";
    case TypeKind::Tuple:
      return tuple_name(parts());
    case TypeKind::Optional:
      return inner().to_string() + '?';
  }
  return "?";
}

bool operator==(const Type& a, const Type& b) noexcept {
  return a.kind_ == b.kind_ && a.bits_ == b.bits_ &&
         (a.parts_ == b.parts_ || a.parts() == b.parts());
}

}  // namespace fairmon

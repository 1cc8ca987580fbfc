#pragma once

#include <fairmon/error.hpp>

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace fairmon {

/// A value or the reason why there is none. Asking for the side that is absent is a programming
/// mistake and throws std::bad_variant_access.
template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = E;

  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : content_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  [[nodiscard]] T& value() & { return std::get<0>(content_); }
  [[nodiscard]] const T& value() const& { return std::get<0>(content_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(content_)); }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  [[nodiscard]] E& error() & { return std::get<1>(content_); }
  [[nodiscard]] const E& error() const& { return std::get<1>(content_); }
  [[nodiscard]] E&& error() && { return std::get<1>(std::move(content_)); }

  [[nodiscard]] T value_or(T fallback) && {
    return ok() ? std::get<0>(std::move(content_)) : std::move(fallback);
  }

 private:
  std::variant<T, E> content_;
};

/// Success without a value, or the reason of the failure.
template <typename E>
class [[nodiscard]] Result<void, E> {
 public:
  using value_type = void;
  using error_type = E;

  Result() = default;
  Result(E error) : error_(std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }
  [[nodiscard]] E& error() & { return *error_; }
  [[nodiscard]] const E& error() const& { return *error_; }
  [[nodiscard]] E&& error() && { return *std::move(error_); }

 private:
  std::optional<E> error_;
};

}  // namespace fairmon

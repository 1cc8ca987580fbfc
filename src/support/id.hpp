#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "support/check.hpp"

namespace fairmon::support {

/// Names one element of a table by position. The tag makes ids of different tables different
/// types: `struct StreamTag; using StreamId = Id<StreamTag>;`. A default id names nothing.
template <class Tag>
struct Id {
  static constexpr std::uint32_t kInvalid = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = kInvalid;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr bool valid() const { return value != kInvalid; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }

  friend constexpr auto operator<=>(Id, Id) = default;
};

/// A vector that only its own kind of id can index.
template <class IdType, class T>
class IdVector {
 public:
  using value_type = T;
  using reference = typename std::vector<T>::reference;
  using const_reference = typename std::vector<T>::const_reference;

  IdVector() = default;
  explicit IdVector(std::size_t size, const T& value = T()) : items_(size, value) {}
  IdVector(std::initializer_list<T> items) : items_(items) {}

  /// Appends and returns the id of the new element.
  IdType push_back(T item) {
    items_.push_back(std::move(item));
    return IdType(items_.size() - 1);
  }
  template <class... Args>
  IdType emplace_back(Args&&... args) {
    items_.emplace_back(std::forward<Args>(args)...);
    return IdType(items_.size() - 1);
  }

  [[nodiscard]] reference operator[](IdType id) {
    FAIRMON_DCHECK(contains(id), "id out of range");
    return items_[id.index()];
  }
  [[nodiscard]] const_reference operator[](IdType id) const {
    FAIRMON_DCHECK(contains(id), "id out of range");
    return items_[id.index()];
  }

  [[nodiscard]] bool contains(IdType id) const { return id.index() < items_.size(); }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  /// The id that the next appended element will get.
  [[nodiscard]] IdType next_id() const { return IdType(items_.size()); }

  void resize(std::size_t size, const T& value = T()) { items_.resize(size, value); }
  void reserve(std::size_t size) { items_.reserve(size); }
  void clear() { items_.clear(); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  [[nodiscard]] reference front() { return items_.front(); }
  [[nodiscard]] const_reference front() const { return items_.front(); }
  [[nodiscard]] reference back() { return items_.back(); }
  [[nodiscard]] const_reference back() const { return items_.back(); }

  /// The elements without their ids, for algorithms that do not care.
  [[nodiscard]] std::vector<T>& raw() { return items_; }
  [[nodiscard]] const std::vector<T>& raw() const { return items_; }

  /// All ids in order: `for (auto id : table.ids())`.
  class IdRange {
   public:
    class Iterator {
     public:
      explicit Iterator(std::size_t index) : index_(index) {}
      IdType operator*() const { return IdType(index_); }
      Iterator& operator++() {
        ++index_;
        return *this;
      }
      bool operator==(const Iterator&) const = default;

     private:
      std::size_t index_;
    };
    explicit IdRange(std::size_t size) : size_(size) {}
    [[nodiscard]] Iterator begin() const { return Iterator(0); }
    [[nodiscard]] Iterator end() const { return Iterator(size_); }

   private:
    std::size_t size_;
  };
  [[nodiscard]] IdRange ids() const { return IdRange(items_.size()); }

  friend bool operator==(const IdVector&, const IdVector&) = default;

 private:
  std::vector<T> items_;
};

}  // namespace fairmon::support

template <class Tag>
struct std::hash<fairmon::support::Id<Tag>> {
  std::size_t operator()(fairmon::support::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>()(id.value);
  }
};

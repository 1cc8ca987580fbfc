#pragma once

#include <algorithm>
#include <vector>

#include "builtins/catalogue.hpp"
#include "engine/columns/archive.hpp"

namespace fairmon::engine {

/// Which form states have that belong together, as those of a window: the compact one as long as
/// everything fits into it, and from then on the full one, for all of them at once.
class StateFormat {
 public:
  explicit StateFormat(const builtins::BoundAggregate& aggregate)
      : full_(aggregate), widen_(aggregate.widen), form_(aggregate.compact.value_or(aggregate)) {
    renew_empty();
  }

  [[nodiscard]] const builtins::StateForm* operator->() const noexcept { return &form_; }
  [[nodiscard]] std::uint32_t width() const noexcept { return form_.state_cells; }
  /// A state without values.
  [[nodiscard]] const Cell* empty() const noexcept { return empty_.data(); }

  /// Something did not fit. The owner calls `convert` for all its states afterwards.
  void widen() {
    form_ = full_;
    renew_empty();
  }
  /// States that stand side by side, from the compact form to the full one.
  void convert(std::vector<Cell>& states, std::uint32_t compact_width) const {
    std::vector<Cell> wide(states.size() / compact_width * width());
    for (std::size_t i = 0; i * compact_width < states.size(); ++i) {
      widen_(states.data() + i * compact_width, wide.data() + i * width());
    }
    states = std::move(wide);
  }

  void set_empty(Cell* state) const noexcept { std::copy_n(empty(), width(), state); }
  /// Makes room for so many states side by side.
  void resize(std::vector<Cell>& states, std::size_t count) const {
    const std::size_t before = states.size();
    states.resize(count * width());
    for (std::size_t at = zero_ ? states.size() : before; at < states.size(); at += width()) {
      set_empty(states.data() + at);
    }
  }

  void save(ArchiveWriter& archive) const {
    archive(static_cast<std::uint8_t>(width() == full_.state_cells ? 1 : 0));
  }
  void restore(ArchiveReader& archive) {
    std::uint8_t wide = 0;
    archive(wide);
    if (wide != 0) {
      widen();
    }
  }

 private:
  void renew_empty() {
    empty_.resize(std::max(1U, width()));
    form_.start(empty_.data());
    zero_ = std::ranges::all_of(empty_, [](Cell cell) { return cell == 0; });
  }

  builtins::StateForm full_;
  void (*widen_)(const Cell* compact, Cell* state);
  builtins::StateForm form_;
  std::vector<Cell> empty_;
  bool zero_ = false;  ///< that state is all zeros
};

}  // namespace fairmon::engine

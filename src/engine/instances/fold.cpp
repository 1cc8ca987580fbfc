#include "engine/instances/fold.hpp"

#include <algorithm>
#include <bit>

namespace fairmon::engine {

InstanceFold::InstanceFold(builtins::BoundAggregate aggregate, std::string_view name)
    : aggregate_(std::move(aggregate)),
      running_(aggregate_.algebra == builtins::Algebra::Invertible),
      width_(aggregate_.state_cells),
      value_cells_(aggregate_.input.num_cells()),
      total_(std::max(1U, width_)) {
  aggregate_.start(total_.data());
  const auto order = Extremes::order_of(aggregate_.input);
  if (order && (name == "min" || name == "max")) {
    extremes_.emplace(*order, name == "max");
  }
}

void InstanceFold::grow(std::uint32_t slot) {
  if (slot < present_.size()) {
    return;
  }
  const std::size_t size = std::bit_ceil(std::size_t{slot} + 1);
  present_.resize(size);
  if (running_) {
    values_.resize(size * value_cells_);
    return;
  }
  // Everything moves one level down; the new tree is filled from its leaves.
  std::vector<Cell> larger(2 * size * width_);
  for (std::size_t i = 0; i < 2 * size; ++i) {
    aggregate_.start(larger.data() + i * width_);
  }
  std::copy_n(nodes_.data() + std::size_t{num_leaves_} * width_, std::size_t{num_leaves_} * width_,
              larger.data() + size * width_);
  nodes_ = std::move(larger);
  num_leaves_ = static_cast<std::uint32_t>(size);
  is_dirty_.resize(size);
  for (std::size_t i = size - 1; i >= 1; --i) {
    join(i);
  }
}

void InstanceFold::join(std::size_t index) {
  std::copy_n(node(2 * index), width_, node(index));
  aggregate_.merge(node(index), node(2 * index + 1));
}

void InstanceFold::touch(std::uint32_t slot) {
  if (is_dirty_[slot] == 0) {
    is_dirty_[slot] = 1;
    dirty_.push_back(slot);
  }
}

void InstanceFold::update(std::uint32_t slot, const Cell* value) {
  if (extremes_) {
    extremes_->update(slot, *value);
    return;
  }
  grow(slot);
  if (running_) {
    Cell* kept = values_.data() + std::size_t{slot} * value_cells_;
    if (present_[slot] != 0) {
      aggregate_.remove(total_.data(), kept, 0);
    }
    std::copy_n(value, value_cells_, kept);
    aggregate_.add(total_.data(), kept, 0);
  } else {
    Cell* leaf = node(num_leaves_ + slot);
    aggregate_.start(leaf);
    aggregate_.add(leaf, value, 0);
    touch(slot);
  }
  present_[slot] = 1;
}

void InstanceFold::erase(std::uint32_t slot) {
  if (extremes_) {
    extremes_->erase(slot);
    return;
  }
  if (slot >= present_.size() || present_[slot] == 0) {
    return;
  }
  present_[slot] = 0;
  if (running_) {
    aggregate_.remove(total_.data(), values_.data() + std::size_t{slot} * value_cells_, 0);
  } else {
    aggregate_.start(node(num_leaves_ + slot));
    touch(slot);
  }
}

void InstanceFold::renew() {
  if (dirty_.empty()) {
    return;
  }
  const auto depth = static_cast<std::size_t>(std::bit_width(num_leaves_));
  if (dirty_.size() * depth > num_leaves_) {
    for (std::size_t i = num_leaves_ - 1; i >= 1; --i) {
      join(i);
    }
  } else {
    for (const std::uint32_t slot : dirty_) {
      for (std::size_t i = (num_leaves_ + slot) / 2; i >= 1; i /= 2) {
        join(i);
      }
    }
  }
  for (const std::uint32_t slot : dirty_) {
    is_dirty_[slot] = 0;
  }
  dirty_.clear();
}

void InstanceFold::read(Cell* result, builtins::Evaluation& evaluation) {
  if (extremes_) {
    result[0] = cell_of(extremes_->any());
    result[1] = extremes_->best();
    return;
  }
  if (running_ || num_leaves_ == 0) {
    aggregate_.finish(total_.data(), result, evaluation);
    return;
  }
  renew();
  aggregate_.finish(node(1), result, evaluation);
}

void InstanceFold::follow(const RunLog& log, std::uint32_t& fed, const Selection& rows,
                          Cell* present, Cell* best) {
  const Cell* values = log.columns[0];
  Extremes& extremes = *extremes_;
  std::uint32_t next = fed;
  if (log.listed && log.slots != nullptr && fed == 0 && rows.lanes == nullptr) {
    // Between two values nothing changes: whole stretches have the same result.
    for (std::uint32_t i = 0; i < log.produced.count; ++i) {
      const std::uint32_t at = std::min(log.produced[i], rows.count);
      std::fill(present + next, present + at, cell_of(extremes.any()));
      std::fill(best + next, best + at, extremes.best());
      next = at;
      if (at == rows.count) {
        break;
      }
      extremes.update(log.slots[at], values[at]);
    }
    std::fill(present + next, present + rows.count, cell_of(extremes.any()));
    std::fill(best + next, best + rows.count, extremes.best());
    fed = rows.count;
    return;
  }
  for_each(rows, [&](std::uint32_t row) {
    for (; next <= row; ++next) {
      if (log.has[next] != 0) {
        extremes.update(log.slots == nullptr ? 0 : log.slots[next], values[next]);
      }
    }
    present[row] = cell_of(extremes.any());
    best[row] = extremes.best();
  });
  fed = next;
}

void InstanceFold::clear() {
  if (extremes_) {
    extremes_->clear();
  }
  std::fill(present_.begin(), present_.end(), std::uint8_t{0});
  aggregate_.start(total_.data());
  for (std::size_t i = 0; i < 2 * std::size_t{num_leaves_}; ++i) {
    aggregate_.start(node(i));
  }
  std::fill(is_dirty_.begin(), is_dirty_.end(), std::uint8_t{0});
  dirty_.clear();
}

std::size_t InstanceFold::memory_bytes() const noexcept {
  return (extremes_ ? extremes_->memory_bytes() : 0) + present_.capacity() + is_dirty_.capacity() +
         dirty_.capacity() * 4 + (values_.capacity() + nodes_.capacity()) * sizeof(Cell);
}

}  // namespace fairmon::engine

#include "engine/instances/fold.hpp"

#include <algorithm>
#include <bit>

#include "engine/columns/sweep.hpp"

namespace fairmon::engine {

void add_block(Accumulator& state, const FoldBlock& block, std::uint32_t num_cells) {
  // Over instances no aggregate asks for times.
  static const std::vector<Timestamp> no_times(InstanceFold::kBlock);
  if (num_cells == 1) {
    state.add_rows({block.columns[0], block.has, nullptr, no_times.data(), 0, block.count});
    return;
  }
  std::vector<Cell> value(num_cells);
  for (std::uint32_t i = 0; i < block.count; ++i) {
    if (!block.there(i)) {
      continue;
    }
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      value[cell] = block.columns[cell][i];
    }
    state.add(value.data(), 0);
  }
}

InstanceFold::InstanceFold(builtins::BoundAggregate aggregate)
    : aggregate_(std::move(aggregate)),
      running_(aggregate_.algebra == builtins::Algebra::Invertible),
      width_(aggregate_.state_cells),
      value_cells_(aggregate_.input.num_cells()),
      sweep_room_(Accumulator::room(aggregate_)),
      value_(std::max(1U, value_cells_)),
      format_(aggregate_),
      total_(format_.empty(), format_.empty() + format_.width()) {
  const auto ranking =
      Ranking::of(aggregate_.input, aggregate_.chosen == builtins::Chosen::Smallest);
  if (ranking && aggregate_.chosen && *aggregate_.chosen != builtins::Chosen::Newest) {
    extremes_.emplace(*ranking);
  }
}

void InstanceFold::touch(const std::uint32_t* slots, const Selection& lanes) {
  if (stale_) {  // nobody asks which ones
    num_changes_ += lanes.count;
    return;
  }
  if (num_changes_ + lanes.count > limit()) {
    touch_all();
    return;
  }
  for_each(lanes, [&](std::uint32_t lane) { touch(slots[lane]); });
}

void InstanceFold::erase(std::uint32_t slot) {
  known_ = false;
  if (stale_) {
    ++num_changes_;
    return;
  }
  remove(slot);
}

InstanceFold::Way InstanceFold::way() const noexcept {
  if (known_ && num_changes_ == 0) {
    return Way::Known;
  }
  if (!stale_) {
    return Way::Touched;
  }
  return num_changes_ > limit() ? Way::Sweep : Way::Rebuild;
}

void InstanceFold::update(const FoldBlock& block, std::uint32_t column_offset) {
  for (std::uint32_t i = 0; i < block.count; ++i) {
    if (!block.there(i)) {
      remove(block.slot(i));
      continue;
    }
    for (std::uint32_t cell = 0; cell < value_cells_; ++cell) {
      value_[cell] = block.columns[cell][column_offset + i];
    }
    update(block.slot(i), value_.data());
  }
}

void InstanceFold::begin_sweep() {
  num_swept_ = 0;
  any_swept_ = false;
  best_swept_ = 0;
  sweep_.emplace(aggregate_, sweep_room_.data());
}

void InstanceFold::sweep(const FoldBlock& block) {
  const std::uint32_t count =
      block.has == nullptr ? block.count : count_marked(block.has, block.count);
  num_swept_ += count;
  if (!extremes_) {
    add_block(*sweep_, block, value_cells_);
    return;
  }
  any_swept_ |= count > 0;
  best_swept_ = extremes_->best_rank(block.columns[0], block.has, block.count, best_swept_);
}

void InstanceFold::end_sweep() {
  known_ = true;
  num_changes_ = 0;
}

void InstanceFold::read_known(Cell* result, builtins::Evaluation& evaluation) {
  if (!extremes_) {
    sweep_->finish(result, evaluation);
    return;
  }
  result[0] = cell_of(any_swept_);
  result[1] = any_swept_ ? extremes_->value_of(best_swept_) : 0;
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

void InstanceFold::take_out(const Cell* value) {
  while (!format_->remove(total_.data(), value, 0)) {
    widen();
  }
}

void InstanceFold::widen() {
  const std::uint32_t width = format_.width();
  format_.widen();
  format_.convert(total_, width);
}

void InstanceFold::mark_dirty(std::uint32_t slot) {
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
      take_out(kept);
    }
    std::copy_n(value, value_cells_, kept);
    while (!format_->add(total_.data(), kept, 0)) {
      widen();
    }
  } else {
    Cell* leaf = node(num_leaves_ + slot);
    aggregate_.start(leaf);
    aggregate_.add(leaf, value, 0);
    mark_dirty(slot);
  }
  present_[slot] = 1;
}

void InstanceFold::remove(std::uint32_t slot) {
  if (extremes_) {
    extremes_->erase(slot);
    return;
  }
  if (slot >= present_.size() || present_[slot] == 0) {
    return;
  }
  present_[slot] = 0;
  if (running_) {
    take_out(values_.data() + std::size_t{slot} * value_cells_);
  } else {
    aggregate_.start(node(num_leaves_ + slot));
    mark_dirty(slot);
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
    format_->finish(total_.data(), result, evaluation);
    return;
  }
  renew();
  aggregate_.finish(node(1), result, evaluation);
}

void InstanceFold::follow(const RunLog& log, std::uint32_t from, std::uint32_t to, Cell* present,
                          Cell* best) {
  const Cell* values = log.columns[0];
  Extremes& extremes = *extremes_;
  if (log.listed && log.slots != nullptr && from == 0) {
    // Between two values nothing changes: whole stretches have the same result.
    std::uint32_t next = 0;
    const auto repeat_until = [&](std::uint32_t row) {
      const Cell any = cell_of(extremes.any());
      const Cell value = extremes.best();
      for (; next < row; ++next) {  // most stretches are too short for a call
        present[next] = any;
        best[next] = value;
      }
    };
    for (std::uint32_t i = 0; i < log.produced.count && log.produced[i] < to; ++i) {
      repeat_until(log.produced[i]);
      extremes.update(log.slots[next], values[next]);
    }
    repeat_until(to);
    return;
  }
  for (std::uint32_t row = from; row < to; ++row) {
    if (log.has[row] != 0) {
      extremes.update(log.slots == nullptr ? 0 : log.slots[row], values[row]);
    }
    present[row] = cell_of(extremes.any());
    best[row] = extremes.best();
  }
}

void InstanceFold::begin_rebuild(std::size_t num_values) {
  num_swept_ = num_values;
  if (extremes_) {
    extremes_->clear();
  }
  std::fill(present_.begin(), present_.end(), std::uint8_t{0});
  format_.set_empty(total_.data());
  for (std::size_t i = 0; i < 2 * std::size_t{num_leaves_}; ++i) {
    aggregate_.start(node(i));
  }
  std::fill(is_dirty_.begin(), is_dirty_.end(), std::uint8_t{0});
  dirty_.clear();
}

std::size_t InstanceFold::memory_bytes() const noexcept {
  return (extremes_ ? extremes_->memory_bytes() : 0) + present_.capacity() + is_dirty_.capacity() +
         dirty_.capacity() * 4 + touched_.capacity() * 4 +
         (values_.capacity() + nodes_.capacity()) * sizeof(Cell);
}

}  // namespace fairmon::engine

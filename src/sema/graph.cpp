#include "sema/graph.hpp"

#include <algorithm>
#include <limits>

namespace fairmon::sema {
namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

/// Tarjan's algorithm with an explicit stack: chains of thousands of streams are ordinary.
class PartFinder {
 public:
  explicit PartFinder(const std::vector<std::vector<std::uint32_t>>& edges)
      : edges_(edges),
        number_(edges.size(), kUnseen),
        low_(edges.size(), 0),
        waiting_(edges.size(), false) {}

  std::vector<std::vector<std::uint32_t>> run() {
    for (std::uint32_t node = 0; node < edges_.size(); ++node) {
      if (number_[node] == kUnseen) {
        visit(node);
      }
    }
    return std::move(parts_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next = 0;
  };

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = count_++;
    open_.push_back(node);
    waiting_[node] = true;
    frames_.push_back({node});
  }

  void leave(std::uint32_t node) {
    frames_.pop_back();
    if (!frames_.empty()) {
      low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
    }
    if (low_[node] != number_[node]) {
      return;
    }
    std::vector<std::uint32_t> part;
    std::uint32_t member = kUnseen;
    do {
      member = open_.back();
      open_.pop_back();
      waiting_[member] = false;
      part.push_back(member);
    } while (member != node);
    std::sort(part.begin(), part.end());
    parts_.push_back(std::move(part));
  }

  void visit(std::uint32_t start) {
    enter(start);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == edges_[frame.node].size()) {
        leave(frame.node);
        continue;
      }
      const std::uint32_t target = edges_[frame.node][frame.next++];
      if (number_[target] == kUnseen) {
        enter(target);
      } else if (waiting_[target]) {
        low_[frame.node] = std::min(low_[frame.node], number_[target]);
      }
    }
  }

  const std::vector<std::vector<std::uint32_t>>& edges_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> waiting_;
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::uint32_t>> parts_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> connected_parts(
    const std::vector<std::vector<std::uint32_t>>& edges) {
  return PartFinder(edges).run();
}

}  // namespace fairmon::sema

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::api {

/// The streams of a specification and who reads whom. Hidden helpers are folded into the stream
/// they belong to.
struct Graph {
  struct Node {
    std::string name;
    std::string kind;          ///< input, output, trigger
    std::string detail;        ///< type and pacing
    std::uint32_t column = 0;  ///< in a picture that goes from left to right
  };
  struct Edge {
    std::uint32_t from = 0;  ///< is read
    std::uint32_t to = 0;    ///< reads
    std::string label;       ///< how: empty for a plain access
    bool ordering = true;    ///< false: reads the past, or across clocks
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

[[nodiscard]] Graph make_graph(const ir::Program& program);

}  // namespace fairmon::api

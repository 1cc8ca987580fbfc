#include "syntax/constructs.hpp"

#include <algorithm>
#include <array>

namespace fairmon::syntax {
namespace {

constexpr std::array kConstructs = {
    Construct{.name = "hold", .method = true, .asynchronous = true},
    Construct{.name = "get", .method = true, .asynchronous = true},
    Construct{.name = "is_fresh", .method = true, .asynchronous = true},
    Construct{.name = "offset", .method = true},
    Construct{.name = "last", .method = true},
    Construct{.name = "delta", .method = true, .function = true},
    Construct{.name = "defaults", .method = true},
    Construct{.name = "exists", .method = true, .asynchronous = true},
    Construct{.name = "aggregate", .method = true, .asynchronous = true},
    Construct{.name = "prob",
              .method = true,
              .function = true,
              .asynchronous = true,
              .of_conditions = true},
    Construct{.name = "cast", .method = true, .function = true},
    Construct{.name = "widen", .method = true, .function = true},
    Construct{.name = "certain", .function = true},
    Construct{.name = "possible", .function = true},
    Construct{.name = "lower", .function = true},
    Construct{.name = "upper", .function = true},
};

constexpr std::array<std::string_view, 10> kShortWindows = {"count",    "sum", "avg", "min", "max",
                                                            "integral", "var", "cov", "sd",  "med"};

}  // namespace

std::span<const Construct> constructs() { return kConstructs; }

const Construct* find_construct(std::string_view name) {
  const auto* found = std::find_if(kConstructs.begin(), kConstructs.end(),
                                   [&](const Construct& one) { return one.name == name; });
  return found == kConstructs.end() ? nullptr : found;
}

std::span<const std::string_view> short_windows() { return kShortWindows; }

}  // namespace fairmon::syntax

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/engine.hpp"
#include "engine/testing/run_text.hpp"

namespace {
std::atomic<std::size_t> allocations{0};
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // does not see that `new` is ours as well
#endif

// The whole test program counts; only one test looks.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace fairmon::engine {
namespace {

constexpr std::string_view kProgram = R"(input id: Int64
input x: Int64
output n(i: Int64): Int64
  spawn @event(id) with sync(id)
  eval @event((id && x)) when eq(sync(id), $0:Int64) with add(defaults(offset(n, 1, $0:Int64), 0), sync(x))
output recent(i: Int64): Int64
  spawn @event(id) with sync(id)
  eval @global(1s) with defaults(window(w0, $0:Int64), 0)
output spread: Int64
  eval @event(id) with subtract(defaults(instances(a0), 0), defaults(instances(a1), 0))
output larger: Int64
  eval @global(1s) with instances(a2)
output high: Int64
  eval @global(1s) with defaults(window(w1), 0)
window w0: Int64? = sliding n over 10s using max from run caller recent @global(1s)
window w1: Int64? = sliding x over 10s using pctl90 from run caller high @global(1s)
instances a0: Int64? = all n using max
instances a1: Int64? = all n using min
instances a2: Int64 = all n using sum where greater(#1:Int64, 3)
)";

std::size_t allocations_of_batches(std::size_t rows, int warm_up, int measured) {
  const auto program = testing::program(kProgram);
  const auto monitor = make_monitor(program, {});
  VerdictBatch verdicts;
  EventBatch batch(2);
  std::int64_t time = 0;
  std::size_t before = 0;
  for (int i = 0; i < warm_up + measured; ++i) {
    batch.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      time += 50'000'000;
      const std::size_t at = batch.add_row(Timestamp{time});
      batch.set(at, 0, row % 7);
      batch.set(at, 1, row % 5);
    }
    if (i == warm_up) {
      before = allocations;
    }
    verdicts.clear();
    EXPECT_TRUE(monitor->accept(batch, verdicts).ok());
  }
  return allocations - before;
}

TEST(Allocations, AWarmMonitorDoesNotAllocate) {
  EXPECT_EQ(allocations_of_batches(64, 20, 50), 0U);
  EXPECT_EQ(allocations_of_batches(1, 2000, 500), 0U) << "event by event";
}

}  // namespace
}  // namespace fairmon::engine

#include "server/history/frame.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

namespace fairmon::server {
namespace {

using Curve = std::vector<std::pair<double, double>>;

/// What a page does with frames: cut, then append.
class Page {
 public:
  void take(const std::string& bytes) {
    std::size_t at = 12;
    const auto count = read<std::uint32_t>(bytes, at);
    for (std::uint32_t s = 0; s < count; ++s) {
      const auto id = read<std::uint32_t>(bytes, at);
      const auto n = read<std::uint32_t>(bytes, at);
      const auto cut = read<double>(bytes, at);
      if (id == FrameWriter::kReachedId) {
        reached = cut;
        continue;
      }
      Curve& curve = curves[id];
      while (!curve.empty() && curve.back().first >= cut) {
        curve.pop_back();
      }
      const std::size_t base = curve.size();
      curve.resize(base + n);
      for (std::uint32_t i = 0; i < n; ++i) {
        curve[base + i].first = read<double>(bytes, at);
      }
      for (std::uint32_t i = 0; i < n; ++i) {
        curve[base + i].second = read<double>(bytes, at);
      }
    }
    EXPECT_EQ(at, bytes.size());
  }
  std::map<std::uint32_t, Curve> curves;
  double reached = 0.0;

 private:
  template <typename T>
  static T read(const std::string& bytes, std::size_t& at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    at += sizeof(T);
    return value;
  }
};

RunHistory make_history() {
  Panel panel;
  panel.id = "rate";
  panel.streams.push_back({3, "rate", "Prob", "event", {"g"}});
  return {{panel}, {}};
}

TEST(Frame, DeltasAddUpToTheSnapshot) {
  for (const double span : {0.0, 2.0}) {
    RunHistory history({make_history().panels()[0]}, {});
    Series& a = history.add_series(3, "A");
    Series& b = history.add_series(3, "B");
    history.add_series(5, "of another panel").append({1}, 1.0);
    FrameWriter follower;
    View view;
    view.width = 200;
    view.span = span;
    follower.set_view(view);
    Page page;
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> values(0.0, 1.0);
    std::int64_t now = 0;
    for (int step = 0; step < 300; ++step) {
      for (int i = 0; i < 20; ++i) {
        now += static_cast<std::int64_t>(values(random) * 4e6);
        a.append({now}, values(random));
        if (i % 3 == 0) {
          b.append({now}, values(random));
        }
      }
      history.set_reached({now});
      history.publish();
      page.take(follower.next(history));
    }
    EXPECT_FALSE(follower.due(history));
    Page fresh;
    FrameWriter newcomer;
    newcomer.set_view(view);
    fresh.take(newcomer.next(history));
    ASSERT_EQ(fresh.curves.size(), 2U);
    for (const auto& [id, curve] : fresh.curves) {
      const Curve& grown = page.curves[id];
      ASSERT_GE(grown.size(), curve.size());
      // A window leaves old points to the page; its end must be the same.
      const Curve tail(grown.end() - static_cast<std::ptrdiff_t>(curve.size() - 1), grown.end());
      EXPECT_EQ(tail, Curve(curve.begin() + 1, curve.end())) << "span " << span;
    }
    EXPECT_EQ(page.reached, to_seconds({now}));
  }
}

TEST(Frame, TheEndsOfABandAreCurvesOfTheirOwn) {
  Panel panel = make_history().panels()[0];
  panel.streams[0].level = 0.95;
  RunHistory history({panel}, {});
  Series& a = history.add_series(3, "A");
  ASSERT_NE(a.lower(), nullptr);
  for (std::int64_t i = 1; i <= 3; ++i) {
    a.append({i * 1'000'000'000}, 0.5);
  }
  a.lower()->append({1'000'000'000}, 0.0);
  a.upper()->append({1'000'000'000}, 1.0);
  a.upper()->append({2'000'000'000}, 0.75);
  history.set_reached({3'000'000'000});
  history.publish();
  FrameWriter writer;
  writer.set_view({});
  Page page;
  page.take(writer.next(history));
  ASSERT_EQ(page.curves.size(), 3U);
  EXPECT_EQ(page.curves[FrameWriter::kLowerBit], (Curve{{1.0, 0.0}}));
  EXPECT_EQ(page.curves[FrameWriter::kUpperBit], (Curve{{1.0, 1.0}, {2.0, 0.75}}));
}

TEST(Frame, AFollowedCurveCostsLittleOnTheWire) {
  RunHistory history({make_history().panels()[0]}, {});
  Series& series = history.add_series(3, "A");
  FrameWriter writer;
  View view;
  view.span = 10.0;
  writer.set_view(view);
  std::size_t bytes = 0;
  for (int i = 0; i < 200'000; ++i) {
    series.append({std::int64_t{i} * 100'000}, i % 100);
    history.set_reached({std::int64_t{i} * 100'000});
    if (i % 2'000 == 0) {
      history.publish();
      bytes += writer.next(history).size();
    }
  }
  EXPECT_LT(bytes, 100U * 1'000U);
}

TEST(Frame, ARangeIsResentOnlyWhileTheRunIsInsideIt) {
  RunHistory history({make_history().panels()[0]}, {});
  Series& series = history.add_series(3, "A");
  series.append({1'000'000'000}, 1.0);
  history.set_reached({1'000'000'000});
  FrameWriter writer;
  View view;
  view.live = false;
  view.from = 0.0;
  view.to = 2.0;
  writer.set_view(view);
  const std::size_t first = writer.next(history).size();
  series.append({3'000'000'000}, 2.0);
  const std::size_t second = writer.next(history).size();
  EXPECT_GT(second, first);
  series.append({4'000'000'000}, 2.0);
  EXPECT_EQ(writer.next(history).size(), 32U) << "only how far the run has got";
}

}  // namespace
}  // namespace fairmon::server

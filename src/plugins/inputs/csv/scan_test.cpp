#include "plugins/inputs/csv/scan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace fairmon::plugins::csv {
namespace {

struct Found {
  std::vector<std::uint32_t> separators;
  std::vector<std::uint32_t> record_ends;
  bool inside = false;
  friend bool operator==(const Found&, const Found&) = default;
};

/// The rules in their plainest form: a quote opens a field only at its very beginning.
Found obvious(const std::string& text, const Dialect& dialect) {
  enum class State { FieldStart, Plain, Quoted, QuoteInQuoted };
  Found found;
  State state = State::FieldStart;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool quote = dialect.quoting && c == dialect.quote;
    if (state == State::Quoted) {
      state = quote ? State::QuoteInQuoted : State::Quoted;
    } else if (quote && (state == State::FieldStart || state == State::QuoteInQuoted)) {
      state = State::Quoted;
    } else if (c == dialect.delimiter || c == '\n') {
      if (c == '\n') {
        found.record_ends.push_back(static_cast<std::uint32_t>(found.separators.size()));
      }
      found.separators.push_back(i);
      state = State::FieldStart;
    } else {
      state = State::Plain;
    }
  }
  found.inside = state == State::Quoted;
  return found;
}

Found run(Scan scan, const std::string& text, const Dialect& dialect) {
  const std::string padded = text + std::string(kScanPadding, ',');
  Found found;
  found.separators.resize(text.size() + 64);
  found.record_ends.resize(text.size() + 64);
  const ScanResult result =
      scan(padded.data(), text.size(), dialect, found.separators.data(), found.record_ends.data());
  found.separators.resize(result.num_separators);
  found.record_ends.resize(result.num_records);
  found.inside = result.inside_quotes;
  return found;
}

std::vector<Scan> all_scans() {
  std::vector<Scan> scans = {scan_portable};
#ifdef __x86_64__
  scans.push_back(scan_sse2);
  scans.push_back(best_scan());
#endif
  return scans;
}

TEST(Scan, AllKernelsAgreeWithTheObviousOne) {
  std::mt19937 random(42);
  const std::string alphabets[] = {"ab1,\n", "a,\n\"", "a\",\n\"\"\"", "abcdefgh\",\n;"};
  for (int round = 0; round < 4000; ++round) {
    const std::string& alphabet = alphabets[round % 4];
    std::string text;
    const std::size_t size = random() % 300;
    for (std::size_t i = 0; i < size; ++i) {
      text += alphabet[random() % alphabet.size()];
    }
    Dialect dialect;
    dialect.quoting = random() % 4 != 0;
    const Found expected = obvious(text, dialect);
    for (const Scan scan : all_scans()) {
      ASSERT_EQ(run(scan, text, dialect), expected) << text;
    }
  }
}

TEST(Scan, IgnoresWhatLiesBehindTheText) {
  for (const Scan scan : all_scans()) {
    const Found found = run(scan, "a,b", Dialect{});
    EXPECT_EQ(found.separators, std::vector<std::uint32_t>{1});
    EXPECT_TRUE(found.record_ends.empty());
  }
}

}  // namespace
}  // namespace fairmon::plugins::csv

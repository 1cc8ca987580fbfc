#include "plugins/inputs/csv/decimals.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace fairmon::plugins::csv {
namespace {

/// Rows of two fields, the number and a word, with what readers may expect around the text.
class Table {
 public:
  explicit Table(const std::vector<std::string>& numbers, bool number_last = false,
                 const std::string& line_end = "\n") {
    text_ = std::string(kFront, '7');
    places_.push_back(~std::uint32_t{0});
    for (const std::string& number : numbers) {
      text_ += number_last ? "word" : number;
      mark(",");
      text_ += number_last ? number + line_end.substr(0, line_end.size() - 1) : "word";
      mark("\n");
    }
    rows_.text = text_.data() + kFront;
    rows_.separators = places_.data();
    rows_.count = numbers.size();
    rows_.num_fields = 2;
    rows_.carriage_returns = line_end.size() > 1;
  }
  [[nodiscard]] const Rows& rows() const { return rows_; }

 private:
  static constexpr std::size_t kFront = 64;
  void mark(const std::string& separator) {
    places_.push_back(static_cast<std::uint32_t>(text_.size() - kFront));
    text_ += separator;
  }
  std::string text_;
  std::vector<std::uint32_t> places_;
  Rows rows_;
};

std::string random_number(std::mt19937& random, bool whole) {
  std::string text = random() % 3 == 0 ? "-" : "";
  const std::size_t digits = 1 + random() % 15;
  const std::size_t point = whole ? digits : 1 + random() % digits;
  for (std::size_t i = 0; i < digits; ++i) {
    text += i == point ? "." : "";
    text += static_cast<char>('0' + random() % 10);
  }
  return text;
}

double real_of(const std::string& text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

class Decimals : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<Cell> cells(4);
    if (best_decimals().reals(Table({"1", "2", "3", "4"}).rows(), 0, 0, cells.data()) == 0) {
      GTEST_SKIP() << "this processor reads numbers one by one";
    }
  }
  std::mt19937 random_{5};
};

TEST_F(Decimals, ReadsNumbersAsTheStandardLibraryDoes) {
  for (int round = 0; round < 2000; ++round) {
    const bool whole = round % 2 == 0;
    std::vector<std::string> numbers(8);
    for (std::string& number : numbers) {
      number = random_number(random_, whole);
    }
    const bool last = random_() % 2 == 0;
    const Table table(numbers, last, random_() % 2 == 0 ? "\n" : "\r\n");
    std::vector<Cell> cells(8);
    ASSERT_EQ(best_decimals().reals(table.rows(), last ? 1 : 0, 0, cells.data()), 8U);
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(cell_double(cells[i]), real_of(numbers[i])) << numbers[i];
      EXPECT_EQ(std::signbit(cell_double(cells[i])), numbers[i][0] == '-') << numbers[i];
    }
    if (whole) {
      ASSERT_EQ(best_decimals().wholes(table.rows(), last ? 1 : 0, 0, cells.data()), 8U);
      for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(cell_int(cells[i]), std::stoll(numbers[i]));
      }
    }
  }
}

TEST_F(Decimals, StopBeforeWhatIsNotPlain) {
  for (const std::string odd : {"",
                                "-",
                                ".",
                                "-.",
                                "1.",
                                "+1",
                                "1e5",
                                " 1",
                                "1 ",
                                "--1",
                                "1-",
                                "1..2",
                                "1.2.3",
                                "x",
                                "\"1\"",
                                "1234567890123456",
                                "12345678901234567",
                                "0.12345678901234567",
                                "1:2",
                                "1/2",
                                "nan"}) {
    for (std::size_t place = 4; place < 8; ++place) {
      std::vector<std::string> numbers(12, "12.5");
      numbers[place] = odd;
      std::vector<Cell> cells(12);
      EXPECT_EQ(best_decimals().reals(Table(numbers).rows(), 0, 0, cells.data()), 4U) << odd;
      EXPECT_EQ(best_decimals().reals(Table(numbers).rows(), 0, place + 1, cells.data()),
                place + 1 + (12 - place - 1) / 4 * 4);
    }
  }
}

TEST_F(Decimals, WholesHaveNoPointAndNaturalsNoMinus) {
  std::vector<Cell> cells(4);
  const Table points({"1", "2", "3.0", "4"});
  EXPECT_EQ(best_decimals().wholes(points.rows(), 0, 0, cells.data()), 0U);
  const Table minus({"1", "2", "3", "-0"});
  EXPECT_EQ(best_decimals().wholes(minus.rows(), 0, 0, cells.data()), 4U);
  EXPECT_EQ(best_decimals().naturals(minus.rows(), 0, 0, cells.data()), 0U);
}

TEST_F(Decimals, SecondsBecomeNanoseconds) {
  std::vector<std::int64_t> ns(4);
  const auto read = [&](const std::vector<std::string>& texts) {
    return best_decimals().seconds(Table(texts).rows(), 0, 0, ns.data());
  };
  EXPECT_EQ(read({"0", "1.5", "0.000000001", "1700000000.25"}), 4U);
  EXPECT_EQ(ns, (std::vector<std::int64_t>{0, 1'500'000'000, 1, 1'700'000'000'250'000'000}));
  EXPECT_EQ(read({"0", "1", "2", "-3"}), 0U);
  EXPECT_EQ(read({"0", "1", "2", "0.0000000001"}), 0U) << "less than a nanosecond";
  EXPECT_EQ(read({"0", "1", "2", "99999999999"}), 0U) << "too large";
}

}  // namespace
}  // namespace fairmon::plugins::csv

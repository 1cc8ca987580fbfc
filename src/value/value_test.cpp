#include <fairmon/event.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "value/calendar.hpp"

namespace fairmon {
namespace {

TEST(Type, PrintsAsWritten) {
  EXPECT_EQ(Type::tuple({Type::integer(), Type::optional(Type::prob())}).to_string(),
            "(Int64, Prob?)");
  EXPECT_EQ(Type(TypeKind::Fixed, 64).to_string(), "Fixed64_32");
  EXPECT_EQ(Type::tuple({}).to_string(), "()");
}

TEST(Type, CountsCellsOfNestedShapes) {
  EXPECT_EQ(Type::tuple({}).num_cells(), 0U);
  EXPECT_EQ(Type::optional(Type::tuple({Type::string(), Type::boolean()})).num_cells(), 3U);
}

TEST(Type, ComparesByStructure) {
  EXPECT_EQ(Type::tuple({Type::string()}), Type::tuple({Type::string()}));
  EXPECT_FALSE(Type::integer(8) == Type::integer(64));
}

TEST(Value, SurvivesTheTripThroughCells) {
  SymbolTable symbols;
  const Type type =
      Type::tuple({Type::string(), Type::optional(Type::integer()), Type::floating()});
  const Value value = Value::Tuple{Value(std::string("x")), Value(), Value(2.5)};
  std::vector<Cell> cells(type.num_cells());
  value_to_cells(type, value, cells.data(), symbols);
  std::string text;
  append_text(text, type, cells.data(), symbols);
  EXPECT_EQ(text, "(x, None, 2.5)");
  EXPECT_TRUE(value_from_cells(type, cells.data(), symbols).as<Value::Tuple>()[1].absent());
}

TEST(Value, PrintsNumbersWithoutExponent) {
  EXPECT_EQ(to_text(Type::floating(), 5.0), "5");
  EXPECT_EQ(to_text(Type::floating(), 1e-10), "0.0000000001");
  EXPECT_EQ(to_text(Type::floating(), -0.0), "-0");
  EXPECT_EQ(to_text(Type::floating(), 1e20), "100000000000000000000");
  EXPECT_EQ(to_text(Type::floating(), -std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(to_text(Type::string(), std::string("a")), "\"a\"");
}

TEST(Decimal, KeepsItsScale) {
  const Decimal decimal{-12500, 4};
  const Decimal back = Decimal::unpack(decimal.pack());
  EXPECT_EQ(back.to_string(), "-1.2500");
  EXPECT_EQ((Decimal{5, 3}.to_string()), "0.005");
}

TEST(SymbolTable, GivesEachTextOneNumber) {
  SymbolTable symbols;
  EXPECT_EQ(symbols.intern(""), 0U);
  const auto first = symbols.intern("a");
  for (int i = 0; i < 5000; ++i) {
    static_cast<void>(symbols.intern(std::to_string(i)));
  }
  EXPECT_EQ(symbols.intern("a"), first);
  EXPECT_EQ(symbols.text(symbols.find("4321")), "4321");
  EXPECT_EQ(symbols.find("never"), SymbolTable::kMissing);
}

TEST(SymbolTable, IsReadWhileItGrows) {
  SymbolTable symbols;
  std::thread writer([&] {
    for (int i = 0; i < 20000; ++i) {
      static_cast<void>(symbols.intern(std::to_string(i)));
    }
  });
  std::size_t seen = 0;
  while (symbols.size() < 20001) {
    seen += symbols.text(symbols.size() - 1).size();
  }
  writer.join();
  EXPECT_EQ(symbols.text(20000), "19999");
  EXPECT_GE(seen, 0U);
}

TEST(SymbolTable, NumbersFarApartCostOnlyThemselves) {
  SymbolTable symbols;
  const std::size_t before = symbols.memory_bytes();
  const std::uint32_t high = std::uint32_t{1} << 30;
  ASSERT_TRUE(symbols.restore({{3, "low"}, {high, "high"}}));
  EXPECT_LT(symbols.memory_bytes(), before + 200'000);
  EXPECT_EQ(symbols.text(high), "high");
  EXPECT_EQ(symbols.find("high"), high);
  EXPECT_EQ(symbols.next(4), high);
  EXPECT_EQ(symbols.next(high + 1), SymbolTable::kMissing);
  EXPECT_EQ(symbols.intern("one"), 1U) << "numbers in between are free";
  EXPECT_EQ(symbols.intern("two"), 2U);
  EXPECT_EQ(symbols.intern("four"), 4U);
  EXPECT_FALSE(symbols.restore({{high + 1, "beyond any table"}}));
}

TEST(EventBatch, TakesARowBack) {
  EventBatch batch(1, 4);
  for (int i = 0; i < 65; ++i) {
    batch.set(batch.add_row(Timestamp{i}), 0, cell_of(std::int64_t{i}));
  }
  batch.drop_last_row();
  EXPECT_EQ(batch.num_rows(), 64U);
  EXPECT_TRUE(batch.column(0).has(63));
  EXPECT_FALSE(batch.column(0).has(batch.add_row(Timestamp{99})));
}

TEST(Calendar, ReadsTheAcceptedForms) {
  const auto midnight = value::parse_rfc3339("2013-01-01");
  ASSERT_TRUE(midnight.has_value());
  EXPECT_EQ(midnight->ns, 1'356'998'400'000'000'000);
  EXPECT_EQ(value::parse_rfc3339("2013-01-01 00:00:00"), midnight);
  EXPECT_EQ(value::parse_rfc3339("2013-01-01T02:00:00+02:00"), midnight);
  EXPECT_EQ(value::parse_rfc3339("2013-01-01T00:00:00.5Z")->ns, midnight->ns + 500'000'000);
  EXPECT_FALSE(value::parse_rfc3339("2013-02-30").has_value());
  EXPECT_FALSE(value::parse_rfc3339("2013-01-01T25:00:00Z").has_value());
  EXPECT_FALSE(value::parse_rfc3339("yesterday").has_value());
  EXPECT_FALSE(value::parse_rfc3339("2013-01-01T00:00:00Zx").has_value());
}

TEST(Calendar, PrintsWhatItReads) {
  for (const char* text : {"1969-12-31T23:59:59.999999999Z", "2026-02-28T12:00:00Z"}) {
    std::string out;
    value::append_rfc3339(out, *value::parse_rfc3339(text));
    EXPECT_EQ(out, text);
  }
  std::string out;
  value::append_duration(out, Duration{-1'500'000'000});
  EXPECT_EQ(out, "-1.5s");
}

TEST(SymbolTable, TakesOutWhatIsOldAndNotAlive) {
  SymbolTable symbols;
  const auto pinned = symbols.intern("a constant of the specification");
  symbols.pin();
  const auto alive = symbols.intern("a text that is alive and long");
  const auto dead = symbols.intern("a text that is dead and long");
  const auto touched = symbols.intern("short");
  symbols.begin_epoch();
  EXPECT_EQ(symbols.intern("short"), touched);
  SymbolMarks marks(symbols.size());
  marks.add(alive);
  marks.add(~std::uint64_t{0});  // no number
  symbols.collect(marks, symbols.epoch());
  EXPECT_EQ(symbols.num_texts(), 4U);
  EXPECT_EQ(symbols.text(pinned), "a constant of the specification");
  EXPECT_EQ(symbols.text(alive), "a text that is alive and long");
  EXPECT_EQ(symbols.text(touched), "short");
  EXPECT_EQ(symbols.text(dead), "");
  EXPECT_EQ(symbols.find("a text that is dead and long"), SymbolTable::kMissing);
  EXPECT_EQ(symbols.intern("another"), dead) << "its number is free";
  EXPECT_EQ(symbols.text(dead), "another");
}

TEST(SymbolTable, MemoryFollowsWhatIsAlive) {
  SymbolTable symbols;
  std::size_t most = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 10'000; ++i) {
      static_cast<void>(
          symbols.intern("a text of some length " + std::to_string(round * 10'000 + i)));
    }
    symbols.begin_epoch();
    symbols.collect(SymbolMarks(symbols.size()), symbols.epoch());
    EXPECT_EQ(symbols.num_texts(), 1U);
    most = std::max(most, symbols.memory_bytes());
  }
  EXPECT_LT(most, 1'000'000U);
}

TEST(SymbolTable, GivesTextsTheNumbersTheyHad) {
  SymbolTable symbols;
  const auto constant = symbols.intern("constant");
  EXPECT_TRUE(symbols.restore({{constant, "constant"}, {5000, "far"}, {7, "near"}}));
  EXPECT_EQ(symbols.text(5000), "far");
  EXPECT_EQ(symbols.find("near"), 7U);
  EXPECT_LT(symbols.intern("new"), 5000U) << "numbers in between are given out";
  EXPECT_FALSE(symbols.restore({{9, "constant"}})) << "it has another number";
  EXPECT_FALSE(symbols.restore({{7, "another"}})) << "the number is taken";
  EXPECT_FALSE(symbols.restore({{0xffff'0000U, "forged"}}));
}

}  // namespace
}  // namespace fairmon

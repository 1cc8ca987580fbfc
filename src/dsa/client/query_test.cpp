#include "dsa/client/query.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"
#include "dsa/simulator/predicate.hpp"

namespace fairmon::dsa {
namespace {

using simulator::Statement;
using simulator::View;

constexpr std::int64_t kDay = kSecondsPerDay * kNanosPerSecond;

/// What an input gets from the API: a date is a text there.
std::optional<Value> value_of(const Statement& statement, const std::string& field) {
  const View view = field_of(statement, field);
  switch (view.kind) {
    case View::Kind::Text:
      return Value(view.text);
    case View::Kind::Number:
      return Value(view.number);
    case View::Kind::Boolean:
      return Value(view.boolean);
    case View::Kind::Moment: {
      std::string text = instant_text(Timestamp{view.number * kNanosPerSecond});
      text.replace(19, std::string::npos, ".000000Z");
      return Value(text);
    }
    case View::Kind::List:
    case View::Kind::Unknown:
    case View::Kind::Absent:
      break;
  }
  return std::nullopt;
}

template <class T>
bool compares(FilterTest test, const T& left, const T& right) {
  switch (test) {
    case FilterTest::Equal:
      return left == right;
    case FilterTest::NotEqual:
      return left != right;
    case FilterTest::Less:
      return left < right;
    case FilterTest::LessEqual:
      return left <= right;
    case FilterTest::Greater:
      return left > right;
    case FilterTest::GreaterEqual:
      return left >= right;
  }
  return true;
}

/// As an engine would decide it.
bool passes(const Filter& filter, const Statement& statement) {
  if (filter.kind == FilterKind::And || filter.kind == FilterKind::Or) {
    const bool any = filter.kind == FilterKind::Or;
    for (const Filter& part : filter.parts) {
      if (passes(part, statement) == any) {
        return any;
      }
    }
    return !any;
  }
  const auto value = value_of(statement, filter.input);
  if (!value) {
    return false;
  }
  if (std::holds_alternative<bool>(filter.constant.content())) {
    return compares(filter.test, value->as<bool>(), filter.constant.as<bool>());
  }
  if (std::holds_alternative<std::int64_t>(filter.constant.content())) {
    return compares(filter.test, value->as<std::int64_t>(), filter.constant.as<std::int64_t>());
  }
  return compares(filter.test, value->as<std::string>(), filter.constant.as<std::string>());
}

class RandomFilters {
 public:
  explicit RandomFilters(unsigned seed) : random_(seed) {}

  Filter make(int depth) {
    if (depth == 0 || below(4) == 0) {
      return test();
    }
    Filter filter;
    filter.kind = below(2) == 0 ? FilterKind::And : FilterKind::Or;
    const std::size_t parts = 2 + below(2);
    for (std::size_t i = 0; i < parts; ++i) {
      filter.parts.push_back(make(depth - 1));
    }
    return filter;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  std::string pick(std::initializer_list<const char*> from) {
    return from.begin()[below(from.size())];
  }

  Filter test() {
    Filter filter;
    filter.kind = FilterKind::Test;
    filter.test = static_cast<FilterTest>(below(6));
    filter.input = pick({"platform_name", "content_language", "automated_decision", "category",
                         "automated_detection", "platform_id", "id", "application_date",
                         "content_date", "created_at", "received_date", "content_type_single",
                         "decision_account", "decision_facts", "source_type"});
    const Field& field = *find_field(filter.input);
    if (field.mapping == Mapping::Boolean) {
      filter.test = below(2) == 0 ? FilterTest::Equal : FilterTest::NotEqual;
      filter.constant = Value(below(2) == 0);
    } else if (field.mapping == Mapping::Long) {
      filter.constant =
          Value(filter.input == "id" ? 104'200'000'000 + static_cast<std::int64_t>(below(1'200))
                                     : static_cast<std::int64_t>(20 + below(15)));
    } else if (field.mapping == Mapping::Date) {
      filter.constant =
          Value(pick({"2025-11-25", "2025-11-26", "2025-11-26T00:00:00", "2025-11-26T06:30:10Z",
                      "2025-11-26T12:00:00.500Z", "2025-11-26T12:00:00.000000Z", "2025-11",
                      "2025-11-2", "", "2025-11-26 10:00:00", "2025-11-26T23:59:60Z", "later"}));
    } else {
      const auto known = codes(filter.input);
      filter.constant =
          Value(known.empty() || below(3) == 0
                    ? pick({"Instagram", "Google Play", "X", "", " DE", "DE ", "instagram"})
                    : std::string(known[below(known.size())]));
    }
    return filter;
  }

  std::mt19937 random_;
};

/// What the service is asked for holds everything that the filter keeps; mostly it is less than
/// all, and often nothing more.
TEST(Query, AsksForEveryStatementThatPassesTheFilter) {
  simulator::GeneratorSettings data;
  data.per_day = 200;
  const simulator::Generator generator(data);
  std::size_t asked = 0;
  std::size_t passing = 0;
  std::size_t narrowed = 0;
  constexpr unsigned kFilters = 1'000;
  for (unsigned seed = 1; seed <= kFilters; ++seed) {
    Query query;
    query.from = Timestamp{data.first_day * kDay};
    query.to = Timestamp{(data.first_day + 1) * kDay};
    query.derived = RandomFilters(seed).make(2);
    nlohmann::json body = nlohmann::json::parse(count_body(query));
    for (nlohmann::json& member : body) {
      simulator::mangle_like_php(member);
    }
    const auto matches = simulator::compile_query(body["query"]);
    ASSERT_TRUE(matches) << matches.error() << body;
    narrowed += describe_derived(query) == "nothing" ? 0 : 1;
    for (std::uint64_t i = 0; i < generator.size(); ++i) {
      const Statement statement = generator.at(i);
      const bool sent = (*matches)(statement);
      const bool kept = passes(query.derived, statement);
      asked += sent ? 1 : 0;
      passing += kept ? 1 : 0;
      ASSERT_TRUE(sent || !kept) << "seed " << seed << ", statement " << i << "\n" << body;
    }
  }
  EXPECT_GT(narrowed, kFilters * 4 / 10);
  EXPECT_LT(asked, std::size_t{kFilters} * generator.size() * 8 / 10);
  EXPECT_GT(passing, asked / 4);
}

}  // namespace
}  // namespace fairmon::dsa

#include "plugins/inputs/postgres/copy_row.hpp"

#include <gtest/gtest.h>

namespace fairmon::plugins::postgres {
namespace {

using Fields = std::vector<std::optional<std::string_view>>;

TEST(CopyRow, FieldsAndNulls) {
  CopyRow row;
  EXPECT_EQ(row.split("1\tabc\t\\N\t"), (Fields{"1", "abc", std::nullopt, ""}));
  EXPECT_EQ(row.split(""), (Fields{""}));
  EXPECT_EQ(row.split("\\N"), (Fields{std::nullopt}));
}

TEST(CopyRow, EscapedCharacters) {
  CopyRow row;
  EXPECT_EQ(row.split("a\\tb\\nc\\\\d\t\\\\N\t\\\\x4142\tplain"),
            (Fields{"a\tb\nc\\d", "\\N", "\\x4142", "plain"}));
  EXPECT_EQ(row.split("\\b\\f\\r\\v\tend\\"), (Fields{"\b\f\r\v", "end\\"}));
}

}  // namespace
}  // namespace fairmon::plugins::postgres

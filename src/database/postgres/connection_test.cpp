#include "database/postgres/connection.hpp"

#include <gtest/gtest.h>

namespace fairmon::database {
namespace {

TEST(PostgresText, NamesAndTextsStayWhatTheyAre) {
  EXPECT_EQ(quoted_name("plain"), "\"plain\"");
  EXPECT_EQ(quoted_name("a\"; DROP TABLE b"), "\"a\"\"; DROP TABLE b\"");
  EXPECT_EQ(quoted_text("it's"), "'it''s'");
  // Without the E, the server's settings would decide what a backslash means.
  EXPECT_EQ(quoted_text("a\\'b"), " E'a\\\\''b'");
}

TEST(PostgresText, ConnectionsWithPasswordsAreRefusedWithoutShowingThem) {
  for (const char* connection :
       {"postgresql://me:s3cret@host/db", "host=a password=s3cret", "sslpassword=s3cret host=a",
        "postgresql://host/db?password=s3cret", "host='s3cret"}) {
    const auto checked = check_connection(connection);
    ASSERT_FALSE(checked) << connection;
    EXPECT_EQ(checked.error().message.find("s3cret"), std::string::npos) << connection;
  }
  for (const char* connection : {"", "shop", "service=shop", "postgresql://me@host/db"}) {
    EXPECT_TRUE(check_connection(connection)) << connection;
  }
}

TEST(PostgresConnection, NobodyAnswers) {
  const auto opened =
      PostgresConnection::open("host=/nowhere/at/all dbname=x", true, [] { return false; });
  ASSERT_FALSE(opened);
  EXPECT_TRUE(opened.error().lost);
  EXPECT_NE(opened.error().error.message.find("cannot connect to the database"), std::string::npos);
}

}  // namespace
}  // namespace fairmon::database

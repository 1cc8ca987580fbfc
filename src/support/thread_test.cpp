#include "support/thread.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "support/caught.hpp"

namespace fairmon::support {
namespace {

Error failure_of(const std::function<void()>& work) {
  Error found(ErrorCode::Usage, "nothing");
  Thread thread;
  EXPECT_TRUE(thread.start(work, [&](Error error) { found = std::move(error); }));
  thread.join();
  return found;
}

TEST(Thread, DoesItsWork) {
  bool done = false;
  EXPECT_EQ(failure_of([&] { done = true; }).message, "nothing");
  EXPECT_TRUE(done);
}

TEST(Thread, WhatItThrowsReachesTheHandler) {
  EXPECT_EQ(failure_of([] { throw std::bad_alloc(); }).message, "out of memory");
  EXPECT_EQ(failure_of([] { throw std::length_error("vector"); }).code, ErrorCode::Resource);
  const Error other = failure_of([] { throw std::out_of_range("stoll"); });
  EXPECT_EQ(other.code, ErrorCode::Internal);
  EXPECT_NE(other.message.find("stoll"), std::string::npos);
  EXPECT_EQ(failure_of([] { throw 7; }).code, ErrorCode::Internal);
}

TEST(Thread, AHandlerThatThrowsEndsNothing) {
  Thread thread;
  ASSERT_TRUE(thread.start([] { throw std::bad_alloc(); }, [](Error) { throw 1; }));
  thread.join();
}

TEST(Guarded, ResultsPassAndExceptionsBecomeErrors) {
  EXPECT_TRUE(guarded([]() -> Result<int> { return 3; }));
  const auto failed = guarded([]() -> Result<int> { throw std::bad_alloc(); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::Resource);
}

}  // namespace
}  // namespace fairmon::support

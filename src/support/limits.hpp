#pragma once

#include <cstddef>
#include <cstdint>

/// How much the program takes from outside before it says that it is too much. All such limits
/// stand here; each message names its own.
namespace fairmon::limits {

inline constexpr std::size_t kKibi = 1024;
inline constexpr std::size_t kMebi = 1024 * kKibi;

/// A specification that a page sends. The largest of our own has 6 KiB; a compiler may need a
/// thousand times the text's size for facts about it.
inline constexpr std::size_t kSpecificationOfPage = 256 * kKibi;
/// A specification on the command line.
inline constexpr std::size_t kSpecificationFile = 4 * kMebi;
/// Body of a request other than an upload: a specification with every character escaped.
inline constexpr std::size_t kRequestBody = 2 * kMebi;
/// Body of a request of somebody who has not shown the token yet.
inline constexpr std::size_t kGuestBody = 4 * kKibi;
/// Heads of requests.
inline constexpr std::size_t kRequestHead = 16 * kKibi;
/// A message of a page on its socket.
inline constexpr std::size_t kSocketMessage = 64 * kKibi;

/// An answer of a service once it is unpacked. 10,000 statements with all fields have 20 MiB.
inline constexpr std::size_t kAnswer = 128 * kMebi;
/// Headers of such an answer.
inline constexpr std::size_t kAnswerHead = 64 * kKibi;
/// Longest wait that a service may ask for before a run ends with a message instead.
inline constexpr std::int64_t kLongestRetrySeconds = 15 * 60;

/// An archive inside of a daily dump. Those of the service have up to 60 MiB.
inline constexpr std::size_t kDumpArchive = 512 * kMebi;
/// A table of a daily dump, unpacked. Those of the service have 100,001 statements, 110 MiB.
inline constexpr std::size_t kDumpTable = 512 * kMebi;

/// A file that holds nothing but a token.
inline constexpr std::size_t kTokenFile = 4 * kKibi;

}  // namespace fairmon::limits

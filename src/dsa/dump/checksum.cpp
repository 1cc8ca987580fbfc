#include <boost/uuid/detail/sha1.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <vector>

#include "dsa/dump/archive.hpp"

namespace fairmon::dsa {

Result<std::string> sha1_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return Error(ErrorCode::NotFound, file + " cannot be opened");
  }
  boost::uuids::detail::sha1 hash;
  std::vector<char> block(std::size_t{1} << 20U);
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash.process_bytes(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  boost::uuids::detail::sha1::digest_type digest;
  hash.get_digest(digest);
  std::string text;
  for (const unsigned int word : digest) {
    std::array<char, 16> buffer;
    std::snprintf(buffer.data(), buffer.size(), "%08x", word);
    text += buffer.data();
  }
  return text;
}

Result<void> verify_checksum(const std::string& file) {
  std::ifstream in(file + ".sha1");
  if (!in) {
    return {};
  }
  std::string expected;
  in >> expected;
  auto actual = sha1_of_file(file);
  if (!actual) {
    return std::move(actual).error();
  }
  if (*actual != expected) {
    return Error(ErrorCode::Input, file + " does not have the checksum of " + file + ".sha1 (" +
                                       *actual + " instead of " + expected +
                                       "); download it again, or the checksum if the day was "
                                       "published anew");
  }
  return {};
}

}  // namespace fairmon::dsa

#include "cli/secrets.hpp"

#include <cstring>
#include <string_view>

namespace fairmon::cli {

namespace {

/// `--token`, also with the name of a plugin in front, `--dsa-token`, and `--token-accepted`; not
/// the name of a file that holds one.
bool names_secret(std::string_view flag) {
  return flag.starts_with("--") && flag.find("token") != std::string_view::npos &&
         !flag.ends_with("-file");
}

/// Where the secret begins in a word, given the word before; its end if there is none.
std::size_t secret_begin(std::string_view before, std::string_view word) {
  if (names_secret(before)) {
    return 0;
  }
  const auto sign = word.find('=');
  return sign != std::string_view::npos && names_secret(word.substr(0, sign)) ? sign + 1
                                                                              : word.size();
}

}  // namespace

std::vector<std::string> without_secrets(std::vector<std::string> words) {
  std::string before;
  for (std::string& word : words) {
    const std::size_t begin = secret_begin(before, word);
    before = word;
    word.replace(begin, word.size() - begin, word.size() - begin, '*');
  }
  return words;
}

void hide_secrets(int argc, char** argv) {
  std::string before;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t begin = secret_begin(before, word);
    std::memset(argv[i] + begin, '*', word.size() - begin);
    before = word;
  }
}

}  // namespace fairmon::cli

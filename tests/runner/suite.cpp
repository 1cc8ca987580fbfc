#include "runner/suite.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fairmon::runner {
namespace {

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

/// The number of backticks a line opens or closes a fence with, or 0.
std::size_t fence_of(std::string_view line) {
  const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
  return ticks >= 3 ? ticks : 0;
}

std::string heading_of(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6 || level == line.size() || line[level] != ' ') {
    return {};
  }
  return std::string(line.substr(line.find_first_not_of(' ', level)));
}

/// Walks over the lines and collects blocks under the newest heading.
class Reader {
 public:
  explicit Reader(Suite& suite) : suite_(suite) {}

  void read() {
    for (std::size_t i = 0; i < suite_.lines.size(); ++i) {
      take(trim_end(suite_.lines[i]), i + 1);
    }
    std::erase_if(suite_.cases, [](const Case& item) { return item.find("rtlola") == nullptr; });
  }

 private:
  void take(std::string_view line, std::size_t number) {
    const std::size_t ticks = fence_of(line);
    if (open_ticks_ != 0) {
      if (ticks >= open_ticks_ && ticks == line.size()) {
        close();
      } else {
        block_.text.append(line).push_back('\n');
        ++block_.num_lines;
      }
      return;
    }
    if (ticks != 0) {
      open_ticks_ = ticks;
      block_ = {std::string(line.substr(ticks)), {}, number + 1, 0};
      return;
    }
    if (std::string heading = heading_of(line); !heading.empty()) {
      suite_.cases.push_back({std::move(heading), number, {}});
    }
  }

  void close() {
    open_ticks_ = 0;
    if (!suite_.cases.empty() && !block_.kind.empty()) {
      suite_.cases.back().blocks.push_back(std::move(block_));
    }
  }

  Suite& suite_;
  Block block_;
  std::size_t open_ticks_ = 0;
};

}  // namespace

const Block* Case::find(std::string_view kind) const {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [kind](const Block& block) { return block.kind == kind; });
  return found == blocks.end() ? nullptr : &*found;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Suite parse_suite(std::string path, std::string_view text) {
  Suite suite{std::move(path), split_lines(text), {}};
  Reader(suite).read();
  return suite;
}

std::string replace_blocks(const Suite& suite, const std::vector<Replacement>& replacements) {
  std::map<std::size_t, const Replacement*> by_line;
  for (const Replacement& replacement : replacements) {
    by_line[replacement.block->first_line] = &replacement;
  }
  std::string text;
  for (std::size_t i = 0; i < suite.lines.size();) {
    if (const auto found = by_line.find(i + 1); found != by_line.end()) {
      text += found->second->text;
      i += found->second->block->num_lines;
      by_line.erase(found);  // an empty block would otherwise be found again
    } else {
      text.append(suite.lines[i]).push_back('\n');
      ++i;
    }
  }
  return text;
}

}  // namespace fairmon::runner

#include "api/panels.hpp"

#include <fast_float/fast_float.h>

#include <set>

#include "ir/dependencies.hpp"
#include "support/text.hpp"

namespace fairmon::api {
namespace {

const Tag* find_tag(const StreamInfo& stream, std::string_view key) {
  for (const Tag& tag : stream.tags) {
    if (tag.key == key) {
      return &tag;
    }
  }
  return nullptr;
}

std::vector<double> numbers_in(std::string_view list) {
  std::vector<double> numbers;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view word = support::trimmed(list.substr(0, comma));
    double number = 0;
    const auto read = fast_float::from_chars(word.data(), word.data() + word.size(), number);
    if (read.ec == std::errc() && !word.empty()) {
      numbers.push_back(number);
    }
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return numbers;
}

class PanelMaker {
 public:
  PanelMaker(const std::vector<StreamInfo>& streams, const ir::Program& program)
      : streams_(streams), program_(program) {}

  std::vector<PanelInfo> run() {
    for (std::uint32_t i = 0; i < streams_.size(); ++i) {
      add_curve(i);
    }
    reads_.resize(program_.streams.size());
    if (!panels_.empty()) {  // else there is nothing a trigger could read
      for (const ir::Dependency& dependency : ir::collect_dependencies(program_)) {
        reads_[dependency.from.index()].insert(dependency.to.value);
      }
    }
    for (std::uint32_t i = 0; i < streams_.size(); ++i) {
      if (streams_[i].kind == StreamKind::Trigger) {
        add_bars(i);
      }
    }
    return std::move(panels_);
  }

 private:
  PanelInfo& panel(const std::string& id) {
    for (PanelInfo& known : panels_) {
      if (known.id == id) {
        return known;
      }
    }
    PanelInfo made;
    made.id = id;
    made.title = id;
    panels_.push_back(std::move(made));
    return panels_.back();
  }

  static void decorate(PanelInfo& panel, const StreamInfo& stream) {
    if (const Tag* title = find_tag(stream, "title"); title != nullptr && title->value) {
      panel.title = *title->value;
    }
    if (const Tag* unit = find_tag(stream, "unit"); unit != nullptr && unit->value) {
      panel.unit = *unit->value;
    }
    if (const Tag* lines = find_tag(stream, "threshold"); lines != nullptr && lines->value) {
      for (const double number : numbers_in(*lines->value)) {
        panel.thresholds.push_back(number);
      }
    }
  }

  void add_curve(std::uint32_t index) {
    const StreamInfo& stream = streams_[index];
    const Tag* plot = find_tag(stream, "plot");
    if (plot == nullptr || stream.kind == StreamKind::Trigger) {
      return;
    }
    PanelInfo& target = panel(plot->value.value_or(stream.name));
    target.streams.push_back(index);
    decorate(target, stream);
  }

  void add_bars(std::uint32_t index) {
    const StreamInfo& trigger = streams_[index];
    const Tag* plot = find_tag(trigger, "plot");
    if (plot != nullptr && plot->value) {
      PanelInfo& target = panel(*plot->value);
      target.triggers.push_back(index);
      decorate(target, trigger);
      return;
    }
    std::set<std::uint32_t> read;
    std::set<std::uint32_t> seen;
    collect_read(index, read, seen);
    PanelInfo* only = nullptr;
    for (PanelInfo& candidate : panels_) {
      for (const std::uint32_t stream : candidate.streams) {
        if (read.contains(stream)) {
          if (only != nullptr) {
            return;
          }
          only = &candidate;
        }
      }
    }
    if (only != nullptr) {
      only->triggers.push_back(index);
      decorate(*only, trigger);
    }
  }

  void collect_read(std::uint32_t index, std::set<std::uint32_t>& read,
                    std::set<std::uint32_t>& seen) const {
    const auto home = [&](std::uint32_t stream) {
      const ir::StreamId origin = program_.streams[ir::StreamId(stream)].origin;
      return origin.valid() ? origin.value : stream;
    };
    for (const std::uint32_t target : reads_[index]) {
      if (target < program_.num_public) {
        read.insert(target);
      } else if (home(target) < program_.num_public && home(target) != home(index)) {
        read.insert(home(target));  // what helps an output, or bounds it, stands for it
      } else if (seen.insert(target).second) {
        collect_read(target, read, seen);
      }
    }
  }

  const std::vector<StreamInfo>& streams_;
  const ir::Program& program_;
  std::vector<std::set<std::uint32_t>> reads_;
  std::vector<PanelInfo> panels_;
};

}  // namespace

std::vector<PanelInfo> make_panels(const std::vector<StreamInfo>& streams,
                                   const ir::Program& program) {
  return PanelMaker(streams, program).run();
}

}  // namespace fairmon::api

#include "engine/testing/random_program.hpp"

#include <random>
#include <sstream>
#include <vector>

namespace fairmon::engine::testing {

namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string program() {
    out_ << "input a: Int64\ninput k: Int64\ninput b: Bool\ninput x: Float64\n";
    const int num_streams = pick(2, 7);
    for (int i = 0; i < num_streams; ++i) {
      stream("s" + std::to_string(i));
    }
    return out_.str() + windows_.str() + aggregations_.str();
  }

 private:
  enum class Pace { Event, Global, Local };
  struct Made {
    std::string name;
    Pace pace;
    std::string pacing;
    bool parameterised;
    bool spawned;
    bool always;  ///< has a value whenever its pacing is active
  };

  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  std::string one_of(const std::vector<std::string>& options) {
    return options[static_cast<std::size_t>(pick(0, static_cast<int>(options.size()) - 1))];
  }

  /// How an instance of a parameterised stream is named from the clause being made.
  std::string argument() {
    if (own_parameter_ && chance(60)) {
      return "$0:Int64";
    }
    if (pace_ == Pace::Event && chance(70)) {
      return "sync(k)";
    }
    return std::to_string(pick(0, 3));
  }

  std::string access(const Made& target, bool own) {
    std::string instance = target.parameterised ? ", " + (own ? "$0:Int64" : argument()) : "";
    const std::string fallback = std::to_string(pick(-2, 5));
    if (own) {
      return "defaults(offset(" + target.name + ", " + std::to_string(pick(1, 3) == 3 ? 2 : 1) +
             instance + "), " + fallback + ")";
    }
    const bool same_pacing = target.pacing == pacing_ && target.pace == pace_;
    if (same_pacing && target.always && !target.spawned && chance(50)) {
      return "sync(" + target.name + ")";
    }
    switch (pick(0, 4)) {
      case 0:
        return "defaults(get(" + target.name + instance + "), " + fallback + ")";
      case 1:
        return "defaults(offset(" + target.name + ", " + std::to_string(pick(1, 2)) + instance +
               "), " + fallback + ")";
      case 2:
        return "if(fresh(" + target.name + instance + "), 1, " + fallback + ")";
      case 3:
        return window(target, instance);
      default:
        return "defaults(hold(" + target.name + instance + "), " + fallback + ")";
    }
  }

  std::string window(const Made& target, const std::string& instance) {
    const std::string name = "w" + std::to_string(num_windows_++);
    const bool discrete = chance(30);
    const std::string aggregate =
        one_of({"sum", "count", "max", "min", "median", "last", "integral"});
    const bool exact = chance(25);
    const bool optional = exact || aggregate == "max" || aggregate == "min" ||
                          aggregate == "median" || aggregate == "last";
    std::string type = aggregate == "count" ? "UInt64" : "Int64";
    type = aggregate == "integral" ? "Float64" : type;
    windows_ << "window " << name << ": " << type << (optional ? "?" : "") << " = ";
    if (discrete) {
      windows_ << "discrete " << target.name << " over " << pick(1, 4);
    } else {
      windows_ << "sliding " << target.name << " over "
               << one_of({"1s", "2s", "1500ms", "500ms", "7s"});
    }
    windows_ << " using " << aggregate << (exact ? " exact" : "") << " from "
             << (pace_ == Pace::Local ? "spawn" : "run") << " caller " << current_ << " " << pacing_
             << "\n";
    std::string read = "window(" + name + instance + ")";
    const std::string zero = type == "UInt64" ? "7u" : (type == "Float64" ? "0.5" : "7");
    read = optional ? "defaults(" + read + ", " + zero + ")" : read;
    return type == "Int64" ? read : "cast:Int64(" + read + ")";
  }

  std::string aggregation(const Made& target) {
    const std::string name = "a" + std::to_string(num_aggregations_++);
    const std::string aggregate = one_of({"sum", "count", "max", "min", "median", "avg"});
    const bool optional = aggregate != "sum" && aggregate != "count";
    aggregations_ << "instances " << name << ": " << (aggregate == "count" ? "UInt64" : "Int64")
                  << (optional ? "?" : "") << " = " << (chance(75) ? "all " : "fresh ")
                  << target.name << " using " << aggregate;
    if (chance(30)) {
      aggregations_ << " where "
                    << (own_parameter_ && chance(50) ? "eq(#0:Int64, $0:Int64)"
                                                     : "greater(#1:Int64, 1)");
    }
    if (chance(20) && aggregate != "count") {
      aggregations_ << " map add(#0:Int64, #1:Int64)";
    }
    aggregations_ << "\n";
    std::string read = "instances(" + name + ")";
    if (aggregate == "count") {
      return "cast:Int64(" + read + ")";
    }
    return optional ? "defaults(" + read + ", 3)" : read;
  }

  std::string number(int depth) {
    if (depth == 0 || chance(25)) {
      if (pace_ == Pace::Event && chance(60)) {
        return one_of({"sync(a)", "sync(k)"});
      }
      return own_parameter_ && chance(50) ? "$0:Int64" : std::to_string(pick(-3, 9));
    }
    switch (pick(0, 7)) {
      case 0:
        return "if(" + condition(depth - 1) + ", " + number(depth - 1) + ", " + number(depth - 1) +
               ")";
      case 1:
        return (chance(30) ? "divide(" : "multiply(") + number(depth - 1) + ", " +
               number(depth - 1) + ")";
      case 2:
        return one_of({"add(", "subtract("}) + number(depth - 1) + ", " + number(depth - 1) + ")";
      case 3:
        if (may_recurse_) {
          return access(*own_, true);
        }
        [[fallthrough]];
      case 4:
        if (const Made* target = some(true); target != nullptr && chance(60)) {
          return aggregation(*target);
        }
        [[fallthrough]];
      default:
        if (const Made* target = some(false)) {
          return access(*target, false);
        }
        return number(depth - 1);
    }
  }

  std::string condition(int depth) {
    if (depth == 0 || chance(30)) {
      return pace_ == Pace::Event && chance(50) ? "sync(b)" : "greater(" + number(0) + ", 1)";
    }
    switch (pick(0, 4)) {
      case 0:
        return "and(" + condition(depth - 1) + ", " + condition(depth - 1) + ")";
      case 1:
        return "or(" + condition(depth - 1) + ", " + condition(depth - 1) + ")";
      case 2:
        return "eq(" + number(depth - 1) + ", " + number(depth - 1) + ")";
      default:
        return "greater(" + number(depth - 1) + ", " + number(depth - 1) + ")";
    }
  }

  const Made* some(bool parameterised) {
    std::vector<const Made*> found;
    for (const Made& made : made_) {
      if (!parameterised || made.parameterised) {
        found.push_back(&made);
      }
    }
    return found.empty()
               ? nullptr
               : found[static_cast<std::size_t>(pick(0, static_cast<int>(found.size()) - 1))];
  }

  void stream(const std::string& name) {
    const bool spawned = chance(60);
    Made made{name, Pace::Event, "@event((a && (k && b)))", spawned && chance(80), spawned, true};
    if (chance(40)) {
      made.pace = spawned && chance(50) ? Pace::Local : Pace::Global;
      made.pacing = (made.pace == Pace::Local ? "@local(" : "@global(") +
                    one_of({"1s", "2s", "1000000000/3ns", "1500ms"}) + ")";
    }
    current_ = name;
    own_ = &made;
    out_ << "output " << name << (made.parameterised ? "(p: Int64)" : "") << ": Int64\n";
    if (spawned) {
      spawn_clause(made);
    }
    own_parameter_ = made.parameterised;
    pace_ = made.pace;
    pacing_ = made.pacing;
    may_recurse_ = true;
    const int num_clauses = chance(25) ? 2 : 1;
    for (int i = 0; i < num_clauses; ++i) {
      out_ << "  eval " << made.pacing;
      std::string when;
      if (made.parameterised && made.pace == Pace::Event && chance(60)) {
        when = "eq(sync(k), $0:Int64)";
        if (chance(40)) {
          when = "and(" + when + ", " + condition(1) + ")";
        }
      } else if (chance(50)) {
        when = condition(2);
      }
      if (!when.empty()) {
        out_ << " when " << when;
        made.always = false;
      }
      out_ << " with " << number(3) << "\n";
    }
    may_recurse_ = false;
    if (chance(spawned ? 40 : 10)) {
      close_clause(made);
    }
    made.always = made.always && !made.spawned;
    made_.push_back(made);
  }

  void spawn_clause(const Made& made) {
    own_parameter_ = false;
    pace_ = chance(85) ? Pace::Event : Pace::Global;
    pacing_ = pace_ == Pace::Event ? "@event((a && (k && b)))" : "@global(2s)";
    may_recurse_ = false;
    out_ << "  spawn " << pacing_;
    if (chance(40)) {
      out_ << " when " << condition(1);
    }
    if (made.parameterised) {
      out_ << " with " << (pace_ == Pace::Event && chance(80) ? "sync(k)" : number(1));
    }
    out_ << "\n";
  }

  void close_clause(const Made& made) {
    if (made.pace != Pace::Event && chance(50)) {
      pace_ = made.pace;
      pacing_ = made.pacing;
    } else {
      pace_ = chance(50) ? Pace::Event : Pace::Global;
      pacing_ = pace_ == Pace::Event ? "@event((a && (k && b)))" : "@global(1s)";
    }
    const std::string value =
        "defaults(hold(" + made.name + (made.parameterised ? ", $0:Int64" : "") + "), 0)";
    out_ << "  close " << pacing_ << " when "
         << (chance(50) ? "greater(" + value + ", 4)" : condition(1)) << "\n";
  }

  std::mt19937_64 random_;
  std::ostringstream out_;
  std::ostringstream windows_;
  std::ostringstream aggregations_;
  std::vector<Made> made_;
  std::string current_;
  const Made* own_ = nullptr;
  bool own_parameter_ = false;
  bool may_recurse_ = false;
  Pace pace_ = Pace::Event;
  std::string pacing_;
  int num_windows_ = 0;
  int num_aggregations_ = 0;
};

}  // namespace

std::string random_program(std::uint64_t seed) { return Generator(seed).program(); }

std::string random_trace(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  std::ostringstream out;
  int time = 0;  // in sixths of a second, so that deadlines are hit often
  const int length = pick(1, 60);
  const int keys = pick(1, 5);
  for (int i = 0; i < length; ++i) {
    time += pick(0, 3) == 0 ? 0 : (pick(0, 12) == 0 ? pick(6, 40) : pick(0, 3));
    out.precision(12);
    out << time / 6.0;
    const bool all = pick(0, 9) > 0;
    const auto maybe = [&](const std::string& text) { return all || pick(0, 1) == 0 ? text : "-"; };
    out << ' ' << maybe(std::to_string(pick(-3, 6))) << ' ' << maybe(std::to_string(pick(0, keys)))
        << ' ' << maybe(pick(0, 1) == 0 ? "true" : "false") << ' '
        << maybe(std::to_string(pick(0, 8)) + ".5") << '\n';
  }
  return out.str();
}

}  // namespace fairmon::engine::testing

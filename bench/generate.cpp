// Writes the trace of a workload: generate WORKLOAD EVENTS FILE [INSTANCES]. The same arguments
// give the same bytes everywhere.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

/// splitmix64: small, seeded, the same on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  unsigned long below(std::uint64_t limit) { return static_cast<unsigned long>(next() % limit); }

 private:
  std::uint64_t state_;
};

const char* boolean(bool b) { return b ? "true" : "false"; }

/// A decimal with three digits behind the point.
void print_decimal(std::FILE* out, Random& random) {
  const unsigned long milli = random.below(10'000);
  std::fprintf(out, ",%lu.%03lu", milli / 1000, milli % 1000);
}

/// A statement of reasons: the columns that specifications ask for and some that they do not.
void print_statement(std::FILE* out, long row, Random& random) {
  static const char* const kDecisions[] = {"AUTOMATED_DECISION_FULLY",
                                           "AUTOMATED_DECISION_PARTIALLY",
                                           "AUTOMATED_DECISION_NOT_AUTOMATED"};
  static const char* const kLanguages[] = {"DE", "EN", "ES", "FR", "IT", "NL", "PL", ""};
  const unsigned long platform = random.below(20);
  std::fprintf(out, "%ld,00000000-0000-4000-8000-%012ld,platform-%lu,%s,%s,%s,DECISION_OTHER\n",
               row, row, platform, kDecisions[random.below(2 + platform % 2)],
               boolean(random.below(100) < 5 * platform), kLanguages[random.below(8)]);
}

void print_real(std::FILE* out, long time, unsigned long group, Random& random) {
  std::fprintf(out, "%ld,%lu", time, group);
  print_decimal(out, random);
  std::fputc('\n', out);
}

/// Ten columns, of which a specification reads three.
void print_decision(std::FILE* out, long row, Random& random) {
  static const char* const kGrounds[] = {"ILLEGAL_CONTENT", "INCOMPATIBLE_CONTENT"};
  const unsigned long platform = random.below(25);
  const unsigned long milli = random.below(20 + 4 * platform) * 10;
  std::fprintf(out, "%ld,00000000-0000-4000-8000-%012ld,platform-%lu,category-%lu,%s,lang-%lu,",
               row, row, platform, random.below(16), kGrounds[random.below(2)], random.below(30));
  std::fprintf(out, "AT-BE-BG-%lu,%lu,%lu.%03lu,source-%lu,%s\n", random.below(27),
               random.below(400), milli / 1000, milli % 1000, random.below(5),
               boolean(random.below(3) == 0));
}

void print_row(std::FILE* out, const std::string& workload, long row, long instances,
               Random& random) {
  if (workload == "w1") {
    std::fprintf(out, "%ld.%03ld", row / 1000, row % 1000);
    for (int i = 0; i < 6; ++i) {
      print_decimal(out, random);
    }
    std::fputc('\n', out);
  } else if (workload == "w2") {
    std::fprintf(out, "%ld.%03ld,%s\n", row / 1000, row % 1000, boolean(random.below(3) == 0));
  } else if (workload == "w3") {
    const unsigned long group = random.below(8);
    const bool truth = random.below(2) == 0;
    const bool pred = random.below(100) < 40 + 3 * group;
    std::fprintf(out, "%ld,group-%lu,%s,%s\n", row, group, boolean(truth), boolean(pred));
  } else if (workload == "w4") {
    const unsigned long platform = random.below(25);
    const unsigned long language = random.below(30);
    std::fprintf(out, "%ld,platform-%lu,lang-%lu,%s\n", row, platform, language,
                 boolean(random.below(100) < 20 + platform * 2));
  } else if (workload == "w4_wide") {
    print_decision(out, row, random);
  } else if (workload == "w5") {
    // 141,000 events over about two and a half years meet 100,000 persons; fewer persons, fewer
    // events in the same time.
    std::fprintf(out, "%ld,%lu\n", row * (56'000'000 / instances),
                 random.below(static_cast<std::uint64_t>(instances)));
  } else if (workload == "w6") {
    std::fprintf(out, "%ld,%lu,%lu\n", row, random.below(1000), random.below(100));
  } else if (workload == "w6_real") {
    print_real(out, row, random.below(1000), random);
  } else if (workload.rfind("deadlines", 0) == 0) {
    // Thirty days, so that 30,000 events meet 720 hourly deadlines.
    const auto groups = static_cast<std::uint64_t>(std::atol(workload.c_str() + 10));
    print_real(out, row * 86, random.below(groups), random);
  } else if (workload == "dsa") {
    print_statement(out, row, random);
  } else {
    std::fprintf(out, "%ld,%lu\n", row, random.below(static_cast<std::uint64_t>(instances)));
  }
}

const char* header(const std::string& workload) {
  if (workload == "w1") {
    return "time,a,b,c,d,e,f\n";
  }
  if (workload == "w2") {
    return "time,ok\n";
  }
  if (workload == "w3") {
    return "time,group,truth,pred\n";
  }
  if (workload == "w4") {
    return "time,platform,language,automated\n";
  }
  if (workload == "w4_wide") {
    return "time,uuid,platform,category,ground,language,territory,days,score,source,automated\n";
  }
  if (workload == "dsa") {
    return "time,uuid,platform_name,automated_decision,automated_detection,content_language,"
           "decision_visibility\n";
  }
  const bool grouped = workload[1] == '6' || workload.rfind("deadlines", 0) == 0;
  return grouped ? "time,group,value\n" : "time,id\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(
        stderr,
        "usage: generate w1|w2|w3|w4|w4_wide|w5|w6|w6_real|deadlines_GROUPS|dsa|keys EVENTS "
        "FILE [INSTANCES]\n");
    return 2;
  }
  const std::string workload = argv[1];
  const long events = std::atol(argv[2]);
  const long instances = argc > 4 ? std::atol(argv[4]) : 100'000;
  std::FILE* out = std::fopen(argv[3], "w");
  if (out == nullptr) {
    std::fprintf(stderr, "generate: cannot write %s: %s\n", argv[3], std::strerror(errno));
    return 1;
  }
  Random random(42);
  std::fputs(header(workload), out);
  for (long row = 0; row < events; ++row) {
    print_row(out, workload, row, instances, random);
  }
  return std::fclose(out) == 0 ? 0 : 1;
}

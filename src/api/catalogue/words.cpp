#include <array>

#include "api/catalogue/sections.hpp"

namespace fairmon::api {
namespace {

struct Word {
  std::string_view name;
  std::string_view signature;
  std::string_view summary;
  std::string_view snippet;
};

constexpr std::array kWords = {
    Word{"input", "input name : Type", "a stream of data that comes from outside",
         "input ${1:name} : ${2:Bool}"},
    Word{"output", "output name(parameters) : Type @pacing := expression",
         "a stream that is computed from others", "output ${1:name} := ${2:expression}"},
    Word{"trigger", "trigger @pacing condition \"message\"",
         "raises an alarm whenever its condition is true",
         "trigger ${1:condition} \"${2:message}\""},
    Word{"constant", "constant name : Type := value", "a name for a value that never changes",
         "constant ${1:name} : ${2:Float64} := ${3:0.1}"},
    Word{"import", "import math", "names a module; its functions are available anyway",
         "import ${1:math}"},
    Word{"use", "use metric(arguments) as name", "puts the streams of a fairness metric here",
         "use ${1:demographic_parity}(${2:arguments})"},
    Word{"mirrors", "output copy mirrors other when condition",
         "a copy of an output that is evaluated only under a condition",
         "mirrors ${1:other} when ${2:condition}"},
    Word{"spawn", "spawn @pacing when condition with parameters",
         "says when instances of a stream begin, and with which parameters",
         "spawn with ${1:parameter}"},
    Word{"eval", "eval @pacing when condition with value",
         "says when a stream gets a value, and which one",
         "eval when ${1:condition} with ${2:value}"},
    Word{"close", "close @pacing when condition", "says when an instance ends",
         "close when ${1:condition}"},
    Word{"when", "when condition", "the condition of a clause", "when ${1:condition}"},
    Word{"with", "with expression", "the value of an `eval`, the parameters of a `spawn`",
         "with ${1:expression}"},
    Word{"if", "if condition then value else value", "one of two values",
         "if ${1:condition} then ${2:value} else ${3:value}"},
    Word{"then", "if condition then value else value", "the value if the condition holds", "then "},
    Word{"else", "if condition then value else value", "the value if it does not", "else "},
    Word{"true", "true", "the condition that always holds; also written ⊤", "true"},
    Word{"false", "false", "the condition that never holds; also written ⊥", "false"},
    Word{"self", "self", "the stream being defined", "self"},
};

}  // namespace

void add_words(std::vector<CatalogueEntry>& entries) {
  for (const Word& row : kWords) {
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Keyword;
    entry.name = row.name;
    entry.signatures = {std::string(row.signature)};
    entry.summary = row.summary;
    entry.snippet = row.snippet;
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api

#include "cli/dsa/actions.hpp"
#include "cli/dsa/request.hpp"
#include "cli/filter_text.hpp"
#include "cli/report.hpp"
#include "dsa/schema.hpp"

namespace fairmon::cli {

int dsa_plan(const Arguments& arguments) {
  const auto spec = dsa_specification(arguments);
  if (!spec) {
    return report(spec.error());
  }
  const DerivedFilter derived = derive_filter(*spec);
  std::string out = "Fields asked for:\n";
  for (const std::string& name : dsa_fields_read(*spec)) {
    out += "  " + name + '\n';
  }
  for (const InputSchema::Input& input : spec->input_schema().inputs) {
    if (dsa::find_field(input.name) == nullptr) {
      out += "  (the input `" + input.name + "` is no field of a statement)\n";
    } else if (!input.needed) {
      out += "  (`" + input.name + "` is declared but never read: not asked for)\n";
    }
  }
  out += "\nStatements that can change a verdict:\n  ";
  out += derived.condition.kind == FilterKind::True ? "all" : derived.condition.to_string();
  out += '\n';
  if (!derived.blockers.empty()) {
    out += "\nWhy not fewer:\n" + blockers_text(derived);
  }
  dsa::Query query;
  query.derived = derived.condition;
  out += "\nSent to the service, besides the dates and filters you choose:\n";
  out += dsa::describe_derived(query) + '\n';
  print(out);
  return 0;
}

}  // namespace fairmon::cli

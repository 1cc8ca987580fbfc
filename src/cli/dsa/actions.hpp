#pragma once

namespace fairmon::cli {

class Arguments;

/// The actions of `fairmon dsa`, one file each; all return the exit code.
int dsa_plan(const Arguments& arguments);
int dsa_count(const Arguments& arguments);
int dsa_fetch(const Arguments& arguments);
int dsa_fetch_dumps(const Arguments& arguments);
int dsa_fields(const Arguments& arguments);
int dsa_simulate(const Arguments& arguments);

}  // namespace fairmon::cli

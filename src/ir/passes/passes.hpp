#pragma once

#include "ir/program.hpp"

/// The passes by name; pipeline.cpp gives their order.
namespace fairmon::ir::passes {

void lambda_values(Program& program);
void fold_constants(Program& program);
void merge_guards(Program& program);
void share_streams(Program& program);
void share_expressions(Program& program);
void drop_dead(Program& program);
void recognise_keys(Program& program);
void merge_tables(Program& program);

}  // namespace fairmon::ir::passes

#pragma once

#include <fairmon/spec.hpp>

#include <vector>

#include "ir/program.hpp"

namespace fairmon::api {

/// Panels in order of their first stream. A trigger without a plot tag joins the panel of the one
/// plotted stream it reads, directly or through hidden helpers.
[[nodiscard]] std::vector<PanelInfo> make_panels(const std::vector<StreamInfo>& streams,
                                                 const ir::Program& program);

}  // namespace fairmon::api

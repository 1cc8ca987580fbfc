#include "server/targets.hpp"

#include "server/examples.hpp"

namespace fairmon::server {

Result<Target> resolve_target(const std::string& target, AppState& state) {
  constexpr std::string_view kUpload = "upload:";
  constexpr std::string_view kExample = "example:";
  constexpr std::string_view kCopy = "copy:";
  if (target.starts_with(kUpload)) {
    const auto upload = state.uploads.find(target.substr(kUpload.size()));
    if (!upload) {
      return Error(ErrorCode::NotFound,
                   "the uploaded file is gone (FairMon was restarted); choose it again");
    }
    return Target{upload->file, upload->name};
  }
  if (target.starts_with(kExample)) {
    const Example* example = find_example(target.substr(kExample.size()));
    if (example == nullptr) {
      return Error(ErrorCode::NotFound, "there is no such example");
    }
    auto file = unpack_example(*example, state.runs.store().folder() / "examples");
    if (!file) {
      return std::move(file).error();
    }
    return Target{file.value(), example->data.substr(example->data.find('/') + 1)};
  }
  if (target.starts_with(kCopy)) {
    const std::string id = target.substr(kCopy.size());
    std::error_code failed;
    if (is_run_id(id)) {
      const auto file = state.runs.store().folder_of(id) / kCopyFile;
      if (std::filesystem::is_regular_file(file, failed)) {
        return Target{file, "local copy"};
      }
    }
    return Error(ErrorCode::NotFound, "the run whose local copy this is was removed");
  }
  auto path = resolve_below(state.data_root, target);
  if (!path) {
    return std::move(path).error();
  }
  return Target{path.value(), path.value().filename().string()};
}

}  // namespace fairmon::server

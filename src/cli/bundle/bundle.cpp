#include "cli/bundle/bundle.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "cli/bundle/archive.hpp"
#include "cli/ledger/recorded.hpp"
#include "cli/ledger/untouched.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "ledger/json/canonical.hpp"
#include "ledger/verify/verify.hpp"
#include "support/civil_time.hpp"
#include "support/folder.hpp"

namespace fairmon::cli {

namespace {

namespace fs = std::filesystem;
using PlainJson = nlohmann::json;

constexpr std::string_view kList = "MANIFEST.json";
constexpr std::string_view kReadMe =
    "A run of FairMon, packed for whoever wants to check it.\n"
    "\n"
    "MANIFEST.json        SHA-256 and size of everything else in here\n"
    "ledger/              what the run decided, line by line, each with the digest of the one "
    "before\n"
    "specification.lola   what the data were judged by (it stands in the ledger, too)\n"
    "program.json         which program judged\n"
    "data.sha256          digests of the data, for sha256sum -c\n"
    "data/                the data, if they were packed\n"
    "report/              what was written about the run, if it was packed\n"
    "\n"
    "fairmon verify THIS.zip                          proves that nothing was changed\n"
    "fairmon verify THIS.zip --replay data/FILE.csv   judges the data again\n";

std::string base_name(const std::string& file) { return fs::path(file).filename().string(); }

/// Digests of the data at the end, as `sha256sum` prints them.
std::string data_digests(const std::vector<PlainJson>& inputs) {
  std::map<std::uint64_t, std::string> lines;
  for (const PlainJson& input : inputs) {
    for (const PlainJson& file : input.value("files", PlainJson::array())) {
      lines[file.value("file", std::uint64_t{0})] =
          file.value("sha256", "") + "  " + base_name(file.value("name", "")) + "\n";
    }
  }
  std::string text;
  for (const auto& [number, line] : lines) {
    text += line;
  }
  return text;
}

Result<PlainJson> list_of(const std::vector<ArchiveEntry>& entries, const std::string& ledger) {
  PlainJson files = PlainJson::array();
  for (const ArchiveEntry& entry : entries) {
    const auto digest = entry.file.empty() ? Result<std::string>(ledger::sha256_hex(entry.content))
                                           : ledger::sha256_of_file(entry.file);
    if (!digest) {
      return digest.error();
    }
    const std::uint64_t bytes =
        entry.file.empty() ? entry.content.size() : fs::file_size(entry.file);
    files.push_back(PlainJson{{"name", entry.name}, {"bytes", bytes}, {"sha256", *digest}});
  }
  return PlainJson{{"format", "fairmon-bundle/1"}, {"ledger", ledger}, {"files", std::move(files)}};
}

/// What a ledger that may be packed says of its run.
struct Packed {
  ledger::Verification verified;
  Recorded recorded;
  std::vector<PlainJson> inputs;
};

Result<Packed> look_at(const std::string& file) {
  Packed packed;
  ledger::VerifyOptions options;
  options.visit = [&](const ledger::LedgerLine& line) {
    packed.recorded.take(line);
    if (line.kind == "input") {
      packed.inputs.push_back(line.body);
    }
    return std::optional<std::string>();
  };
  auto verified = read_whole(file, options);
  if (!verified) {
    return std::move(verified).error();
  }
  packed.verified = std::move(*verified);
  return packed;
}

Result<void> add_files(std::vector<ArchiveEntry>& entries, const std::string& folder,
                       const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!fs::is_regular_file(file)) {
      return Error(ErrorCode::NotFound, "there is no file `" + file + "`");
    }
    const std::string name = folder + base_name(file);
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const ArchiveEntry& entry) { return entry.name == name; })) {
      return Error(ErrorCode::Usage, "two files would be called `" + name + "` in the bundle");
    }
    entries.push_back({name, "", file});
  }
  return {};
}

/// Files that are packed whole have to be those the run read.
Result<void> check_data(const std::vector<std::string>& data, const std::string& digests) {
  for (const std::string& file : data) {
    const auto digest = ledger::sha256_of_file(file);
    if (!digest) {
      return digest.error();
    }
    if (digests.find(*digest) == std::string::npos) {
      return Error(ErrorCode::Input,
                   "`" + file + "` is not what the run read: no digest in the ledger fits");
    }
  }
  return {};
}

}  // namespace

Result<void> write_bundle(const BundleRequest& request) {
  const auto packed = look_at(request.ledger);
  if (!packed) {
    return packed.error();
  }
  const PlainJson& open = packed->recorded.open;
  const std::string digests = data_digests(packed->inputs);
  if (auto fits = check_data(request.data, digests); !fits) {
    return fits;
  }
  std::vector<ArchiveEntry> entries;
  entries.push_back({"README.txt", std::string(kReadMe), ""});
  entries.push_back({"specification.lola", open["specification"].value("text", ""), ""});
  entries.push_back({"program.json", ledger::canonical(open["program"]) + "\n", ""});
  entries.push_back({"data.sha256", digests, ""});
  for (const auto& [folder, files] :
       {std::pair<std::string, const std::vector<std::string>&>("ledger/", packed->verified.files),
        {"report/", request.reports},
        {"data/", request.data}}) {
    if (auto added = add_files(entries, folder, files); !added) {
      return added;
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  auto list = list_of(entries, "ledger/" + base_name(packed->verified.files.front()));
  if (!list) {
    return std::move(list).error();
  }
  entries.insert(entries.begin(), {std::string(kList), ledger::canonical(*list) + "\n", ""});
  const auto ended = support::parse_rfc3339(packed->recorded.close.value("ended", ""));
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return write_archive(request.target, entries, ended.value_or(0) / kNanoseconds);
}

Result<UnpackedBundle> UnpackedBundle::open(const std::string& file) {
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  UnpackedBundle bundle;
  std::string pattern = (fs::temp_directory_path() / "fairmon-bundle-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    return Error(ErrorCode::Output, "cannot make a folder in " +
                                        fs::temp_directory_path().string() + " to unpack into");
  }
  bundle.folder_ = pattern;
  auto names = unpack_archive(file, bundle.folder_);
  if (!names) {
    return std::move(names).error();
  }
  bundle.names_ = std::move(*names);
  if (auto good = bundle.check_list(); !good) {
    return Error(ErrorCode::Input,
                 "`" + file + "` is not as it was packed: " + good.error().message);
  }
  return bundle;
}

Result<void> UnpackedBundle::check_list() {
  std::ifstream in(folder_ + "/" + std::string(kList), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.empty() || text.back() != '\n') {
    return Error(ErrorCode::Input, "MANIFEST.json is not there or was changed");
  }
  text.pop_back();
  const auto list = ledger::read_canonical(text);
  if (!list || list->value("format", "") != "fairmon-bundle/1") {
    return Error(ErrorCode::Input, "MANIFEST.json was changed, or another program packed it");
  }
  ledger_ = list->value("ledger", "");
  std::size_t num_listed = 1;  // the list itself
  for (const PlainJson& entry : list->value("files", PlainJson::array())) {
    const std::string name = entry.value("name", "");
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      return Error(ErrorCode::Input, "`" + name + "` is not there");
    }
    const auto digest = ledger::sha256_of_file(folder_ + "/" + name);
    if (!digest || *digest != entry.value("sha256", "")) {
      return Error(ErrorCode::Input, "`" + name + "` was changed");
    }
    ++num_listed;
  }
  if (num_listed != names_.size()) {
    return Error(ErrorCode::Input, "something was added that its list does not name");
  }
  return std::find(names_.begin(), names_.end(), ledger_) == names_.end()
             ? Error(ErrorCode::Input, "there is no ledger in it")
             : Result<void>();
}

UnpackedBundle::UnpackedBundle(UnpackedBundle&& other) noexcept
    : folder_(std::exchange(other.folder_, "")),
      ledger_(std::move(other.ledger_)),
      names_(std::move(other.names_)) {}

UnpackedBundle::~UnpackedBundle() {
  if (!folder_.empty()) {
    support::remove_with_content(folder_);
  }
}

std::string UnpackedBundle::resolve(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) == names_.end() ? name
                                                                       : folder_ + "/" + name;
}

std::string UnpackedBundle::shown(std::string text, const std::string& bundle) const {
  for (std::size_t at = 0; (at = text.find(folder_ + "/", at)) != std::string::npos;) {
    text.replace(at, folder_.size() + 1, bundle + "/");
    at += bundle.size();
  }
  return text;
}

}  // namespace fairmon::cli

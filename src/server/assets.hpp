#pragma once

#include <span>
#include <string_view>

namespace fairmon::server {

/// A file of the page, packed with gzip into the program.
struct Asset {
  std::string_view path;  ///< `/index.html`
  std::string_view gzip;
};

/// All files of the page; written by the build from web/app/dist. Empty if the page was not built.
[[nodiscard]] std::span<const Asset> assets();

/// One example of the gallery, packed into the program.
struct ExampleFile {
  std::string_view path;  ///< `hiring_parity/gallery.json`
  std::string_view gzip;
};
[[nodiscard]] std::span<const ExampleFile> example_files();

}  // namespace fairmon::server

#pragma once

#include <fairmon/source.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

enum class Severity : std::uint8_t { Error, Warning, Information };

/// A place with a word about it. Exactly one label of a diagnostic is primary.
struct Label {
  Span span;
  std::string text;
  bool primary = false;
};

/// Replace the text of `span` by `replacement`.
struct Edit {
  Span span;
  std::string replacement;
  friend bool operator==(const Edit&, const Edit&) = default;
};

/// A way out, as edits. *Safe* keeps the meaning the user evidently had; *suggested* is a guess.
struct Fix {
  std::string title;
  std::vector<Edit> edits;
  bool safe = false;
};

/// One message about a specification. Data only; renderers give it a shape.
struct Diagnostic {
  std::string id;  ///< kebab-case, listed in the catalogue of diagnostics
  Severity severity = Severity::Error;
  std::string message;
  std::vector<Label> labels;
  std::vector<std::string> notes;
  std::vector<std::string> helps;
  std::vector<Fix> fixes;

  [[nodiscard]] Span primary_span() const noexcept;
};

/// Diagnostics of one compilation together with the files they point into.
class Diagnostics {
 public:
  void add(Diagnostic diagnostic);
  /// File 0 is the specification itself; returns the number of the file.
  std::uint32_t add_file(SourceFile file);

  [[nodiscard]] std::span<const Diagnostic> all() const noexcept { return items_; }
  [[nodiscard]] std::span<const SourceFile> files() const noexcept { return files_; }
  [[nodiscard]] bool has_errors() const noexcept;
  [[nodiscard]] std::size_t count(Severity severity) const noexcept;
  /// Orders by file, place and severity, and drops exact repetitions.
  void sort();

 private:
  std::vector<Diagnostic> items_;
  std::vector<SourceFile> files_;
};

enum class DiagnosticFormat : std::uint8_t { Snippet, Concise, Json };

struct RenderOptions {
  DiagnosticFormat format = DiagnosticFormat::Snippet;
  bool colour = false;
};

[[nodiscard]] std::string render(const Diagnostics& diagnostics, const RenderOptions& options = {});

/// The text after applying the edits, or nothing if they overlap or leave the text.
[[nodiscard]] std::optional<std::string> apply_edits(std::string_view text,
                                                     std::span<const Edit> edits);

}  // namespace fairmon

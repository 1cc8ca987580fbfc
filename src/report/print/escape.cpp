#include "report/print/escape.hpp"

#include <vector>

#include "support/text.hpp"

namespace fairmon::report {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default: {
        const auto code = static_cast<unsigned char>(c);
        out += code < 0x20 && c != '\n' && c != '\t' ? "\xef\xbf\xbd" : std::string(1, c);
      }
    }
  }
  return out;
}

namespace {

bool may_lead_to(std::string_view address) {
  return address.starts_with("https://") || address.starts_with("http://") ||
         address.starts_with("mailto:");
}

/// `[text](address)` at the front: appends the link and returns its length; 0 if there is none.
std::size_t take_link(std::string_view text, std::string& out) {
  const std::size_t middle = text.find("](");
  const std::size_t end = middle == std::string_view::npos ? middle : text.find(')', middle);
  if (text.empty() || text.front() != '[' || end == std::string_view::npos) {
    return 0;
  }
  const std::string_view address = text.substr(middle + 2, end - middle - 2);
  const std::string label = escaped(text.substr(1, middle - 1));
  out += may_lead_to(address) ? "<a href=\"" + escaped(address) + "\">" + label + "</a>" : label;
  return end + 1;
}

/// `mark … mark` at the front as an element; returns its length.
std::size_t take_marked(std::string_view text, std::string_view mark, const char* element,
                        std::string& out) {
  if (!text.starts_with(mark)) {
    return 0;
  }
  const std::size_t end = text.find(mark, mark.size());
  if (end == std::string_view::npos || end == mark.size()) {
    return 0;
  }
  out += std::string("<") + element + ">" + escaped(text.substr(mark.size(), end - mark.size())) +
         "</" + element + ">";
  return end + mark.size();
}

std::string inline_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t used = take_marked(text, "`", "code", out);
    used = used > 0 ? used : take_marked(text, "**", "strong", out);
    used = used > 0 ? used : take_marked(text, "*", "em", out);
    used = used > 0 ? used : take_link(text, out);
    if (used == 0) {
      out += escaped(text.substr(0, 1));
      used = 1;
    }
    text.remove_prefix(used);
  }
  return out;
}

std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  row.remove_prefix(1);
  row = row.ends_with('|') ? row.substr(0, row.size() - 1) : row;
  while (true) {
    const std::size_t bar = row.find('|');
    cells.push_back(support::trimmed(row.substr(0, bar)));
    if (bar == std::string_view::npos) {
      return cells;
    }
    row.remove_prefix(bar + 1);
  }
}

/// Turns lines into blocks, one after the other.
class Blocks {
 public:
  void take(std::string_view line) {
    const std::string_view text = support::trimmed(line);
    if (text.empty()) {
      close();
    } else if (text.front() == '#') {
      close();
      out_ += "<h4>" + inline_html(support::trimmed(text.substr(text.find_first_not_of('#')))) +
              "</h4>\n";
    } else if (text.front() == '|') {
      take_row(text);
    } else if (text.starts_with("- ") || text.starts_with("* ")) {
      open("ul");
      finish_item();
      item_ = std::string(text.substr(2));
    } else {
      if (kind_ != "ul") {
        open("p");
      }
      item_ += (item_.empty() ? "" : " ") + std::string(text);
    }
  }
  std::string finish() {
    close();
    return std::move(out_);
  }

 private:
  void take_row(std::string_view text) {
    if (text.find_first_not_of("|-: ") == std::string_view::npos) {
      return;
    }
    const bool head = kind_ != "table";
    open("table");
    out_ += "<tr>";
    for (const std::string_view cell : cells_of(text)) {
      out_ += (head ? "<th>" : "<td>") + inline_html(cell) + (head ? "</th>" : "</td>");
    }
    out_ += "</tr>\n";
  }
  void open(const std::string& kind) {
    if (kind_ != kind) {
      close();
      kind_ = kind;
      out_ += "<" + kind + ">";
    }
  }
  void finish_item() {
    if (!item_.empty()) {
      const bool list = kind_ == "ul";
      out_ += (list ? "<li>" : "") + inline_html(item_) + (list ? "</li>\n" : "");
      item_.clear();
    }
  }
  void close() {
    finish_item();
    if (!kind_.empty()) {
      out_ += "</" + kind_ + ">\n";
      kind_.clear();
    }
  }

  std::string out_;
  std::string kind_;
  std::string item_;
};

}  // namespace

std::string markdown_as_html(std::string_view markdown) {
  Blocks blocks;
  while (!markdown.empty()) {
    const std::size_t end = markdown.find('\n');
    blocks.take(markdown.substr(0, end));
    markdown.remove_prefix(end == std::string_view::npos ? markdown.size() : end + 1);
  }
  return blocks.finish();
}

}  // namespace fairmon::report

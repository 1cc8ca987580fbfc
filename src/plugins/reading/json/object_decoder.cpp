#include "plugins/reading/json/object_decoder.hpp"

#include <algorithm>
#include <utility>

#include "plugins/reading/json/field_path.hpp"
#include "plugins/reading/line_reader.hpp"
#include "support/nearest.hpp"

namespace fairmon::plugins {

namespace {

/// Where each input that somebody needs stands in a record.
std::vector<std::string> paths_of(const SourceContext& context, const CommonInput& common) {
  std::vector<std::string> paths;
  for (const InputSchema::Input& input : context.schema.inputs) {
    const auto mapped = std::find_if(common.mapping.begin(), common.mapping.end(),
                                     [&](const auto& pair) { return pair.first == input.name; });
    if (!input.needed && mapped == common.mapping.end()) {
      continue;
    }
    const std::string& own = input.field.empty() ? input.name : input.field;
    const std::string& path = mapped == common.mapping.end() ? own : mapped->second;
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) {
      paths.push_back(path);
    }
  }
  return paths;
}

}  // namespace

Result<ObjectDecoder> ObjectDecoder::bind(const SourceContext& context, const CommonInput& common,
                                          std::string time_field, char foreign) {
  const SourceContext wanted = common.wanted(context);
  std::vector<std::string> fields = paths_of(wanted, common);
  std::optional<std::size_t> time;
  if (!time_field.empty()) {
    time = fields.size();
    fields.push_back(time_field);
  }
  PathTree tree;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (foreign != '\0' && fields[i].starts_with(foreign)) {
      continue;
    }
    const auto steps = parse_path(fields[i]);
    if (!steps) {
      return Error(ErrorCode::Usage,
                   "the field `" + fields[i] + "` cannot be read: " + steps.error());
    }
    tree.add(*steps, i);
  }
  auto factory = EventFactory::bind(wanted, fields, common.mapping, common.decode);
  if (!factory) {
    return std::move(factory).error();
  }
  RecordDecoder decoder(fields, std::move(tree), time);
  decoder.expect(wanted, *factory, common.decode);
  return ObjectDecoder(std::move(fields), std::move(*factory), std::move(decoder),
                       std::move(time_field));
}

std::optional<Trouble> ObjectDecoder::decode(std::string_view record, EventBatch& batch) {
  padded_.assign(record);
  padded_.resize(record.size() + LineReader::kPadding);
  factory_.begin(batch, Timestamp{});
  return decoder_.decode(std::string_view(padded_).substr(0, record.size()), padded_.size(),
                         factory_, batch);
}

std::optional<Trouble> ObjectDecoder::check_fields(std::string_view record) {
  seen_.assign(fields_.size(), false);
  names_.clear();
  decoder_.survey(record, seen_, names_);
  const auto absent = std::find(seen_.begin(), seen_.end(), false);
  if (absent == seen_.end()) {
    return std::nullopt;
  }
  const std::string& field = fields_[static_cast<std::size_t>(absent - seen_.begin())];
  std::erase_if(names_, [&](const std::string& name) {
    return std::find(fields_.begin(), fields_.end(), name) != fields_.end();
  });
  const auto near = support::nearest(field, names_);
  return Trouble{"there is no field `" + field + "`" +
                     (near ? "; did you mean `" + *near + "`?"
                           : "; send null where a value is missing, or set allow-absent"),
                 field,
                 {},
                 0};
}

}  // namespace fairmon::plugins

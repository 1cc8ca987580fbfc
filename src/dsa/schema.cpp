#include "dsa/schema.hpp"

#include <array>

namespace fairmon::dsa {

namespace {

constexpr Field keyword(std::string_view name, bool always, std::string_view summary) {
  return {name, Mapping::Keyword, name, name, true, always, "String", summary};
}
constexpr Field text(std::string_view name, bool light, std::string_view summary) {
  return {name, Mapping::Text, name, name, light, false, "String", summary};
}
constexpr Field list(std::string_view name, bool light, std::string_view summary) {
  return {name, Mapping::CodeList, name, name, light, false, "String", summary};
}
constexpr Field date(std::string_view name, std::string_view column, std::string_view summary) {
  return {name, Mapping::Date, name, column, true, true, "String", summary};
}
/// A list as one text. Dumps hold the list alone.
constexpr Field joined(std::string_view name, std::string_view column, std::string_view summary) {
  return {name, Mapping::Keyword, name, column, true, true, "String", summary};
}
constexpr Field dump_only(std::string_view name, std::string_view summary) {
  return {name, Mapping::NotIndexed, name, name, true, false, "String", summary};
}

constexpr std::array kFields = {
    Field{"id", Mapping::Long, "id", "", true, true, "Int64",
          "number of the statement; dumps have none, there it is the running number of the row"},
    Field{"uuid", Mapping::Text, "uuid", "uuid", true, true, "String",
          "key common to API and dumps"},
    Field{"puid", Mapping::Text, "puid", "platform_uid", true, true, "String",
          "the platform's own key"},
    Field{"platform_id", Mapping::Long, "platform_id", "", true, true, "Int64",
          "number of the platform"},
    Field{"platform_name", Mapping::Keyword, "platform_name.keyword", "platform_name", true, true,
          "String", "name of the platform"},
    date("created_at", "created_at", "when the statement was stored, UTC; the time of the event"),
    date("received_date", "", "day of created_at"),
    date("application_date", "application_date", "day from which the restriction applies"),
    date("content_date", "content_date", "day from which the content was hosted"),
    list("decision_visibility", true, "restrictions of visibility"),
    joined("decision_visibility_single", "decision_visibility",
           "restrictions of visibility joined by __"),
    text("decision_visibility_other", true, "other restriction of visibility"),
    keyword("decision_monetary", false, "restriction of payments"),
    text("decision_monetary_other", true, "other restriction of payments"),
    keyword("decision_provision", false, "restriction of the service"),
    keyword("decision_account", false, "restriction of the account"),
    keyword("account_type", false, "business or private account"),
    keyword("decision_ground", true, "illegal content, or against the terms"),
    text("illegal_content_legal_ground", true, "law relied on"),
    text("illegal_content_explanation", false, "why the content is illegal"),
    text("incompatible_content_ground", true, "term relied on"),
    text("incompatible_content_explanation", false, "why the content is against the terms"),
    text("decision_facts", false, "facts and circumstances"),
    keyword("category", true, "kind of violation"),
    list("category_addition", true, "further kinds of violation"),
    list("category_specification", true, "keywords of the violation"),
    list("content_type", true, "kinds of content"),
    joined("content_type_single", "content_type", "kinds of content joined by __"),
    text("content_type_other", true, "other kind of content"),
    keyword("content_language", false,
            "language of the content, two capital letters; often absent"),
    Field{"content_id_ean", Mapping::Long, "content_id_ean", "content_id_ean", true, false,
          "String", "product number"},
    list("territorial_scope", false, "countries the decision applies in"),
    keyword("source_type", true, "what led to the decision"),
    text("source_identity", true, "who gave notice"),
    Field{"automated_detection", Mapping::Boolean, "automated_detection", "automated_detection",
          true, true, "Bool", "whether the content was found by automated means"},
    keyword("automated_decision", true, "whether the decision was taken by automated means"),
    Field{"method", Mapping::Keyword, "method", "", true, true, "String",
          "how the statement was submitted"},
    Field{"platform_uuid", Mapping::Text, "platform_uuid", "", true, true, "String",
          "key of the platform"},
    dump_only("end_date_visibility_restriction", "end of the restriction of visibility"),
    dump_only("end_date_monetary_restriction", "end of the restriction of payments"),
    dump_only("end_date_service_restriction", "end of the restriction of the service"),
    dump_only("end_date_account_restriction", "end of the restriction of the account"),
    dump_only("decision_ground_reference_url", "link to the ground"),
    dump_only("incompatible_content_illegal", "whether the content is illegal as well"),
    dump_only("category_specification_other", "other keyword"),
};

constexpr std::array<std::string_view, 3> kAutomatedDecision = {
    "AUTOMATED_DECISION_FULLY", "AUTOMATED_DECISION_PARTIALLY", "AUTOMATED_DECISION_NOT_AUTOMATED"};
constexpr std::array<std::string_view, 4> kSourceType = {
    "SOURCE_ARTICLE_16", "SOURCE_TRUSTED_FLAGGER", "SOURCE_TYPE_OTHER_NOTIFICATION",
    "SOURCE_VOLUNTARY"};
constexpr std::array<std::string_view, 2> kGround = {"DECISION_GROUND_ILLEGAL_CONTENT",
                                                     "DECISION_GROUND_INCOMPATIBLE_CONTENT"};
constexpr std::array<std::string_view, 7> kVisibility = {
    "DECISION_VISIBILITY_CONTENT_REMOVED",
    "DECISION_VISIBILITY_CONTENT_DISABLED",
    "DECISION_VISIBILITY_CONTENT_DEMOTED",
    "DECISION_VISIBILITY_CONTENT_AGE_RESTRICTED",
    "DECISION_VISIBILITY_CONTENT_INTERACTION_RESTRICTED",
    "DECISION_VISIBILITY_CONTENT_LABELLED",
    "DECISION_VISIBILITY_OTHER"};
constexpr std::array<std::string_view, 3> kMonetary = {
    "DECISION_MONETARY_SUSPENSION", "DECISION_MONETARY_TERMINATION", "DECISION_MONETARY_OTHER"};
constexpr std::array<std::string_view, 4> kProvision = {
    "DECISION_PROVISION_PARTIAL_SUSPENSION", "DECISION_PROVISION_TOTAL_SUSPENSION",
    "DECISION_PROVISION_PARTIAL_TERMINATION", "DECISION_PROVISION_TOTAL_TERMINATION"};
constexpr std::array<std::string_view, 2> kAccount = {"DECISION_ACCOUNT_SUSPENDED",
                                                      "DECISION_ACCOUNT_TERMINATED"};
constexpr std::array<std::string_view, 2> kAccountType = {"ACCOUNT_TYPE_BUSINESS",
                                                          "ACCOUNT_TYPE_PRIVATE"};
constexpr std::array<std::string_view, 8> kContentType = {"CONTENT_TYPE_APP",
                                                          "CONTENT_TYPE_AUDIO",
                                                          "CONTENT_TYPE_IMAGE",
                                                          "CONTENT_TYPE_PRODUCT",
                                                          "CONTENT_TYPE_SYNTHETIC_MEDIA",
                                                          "CONTENT_TYPE_TEXT",
                                                          "CONTENT_TYPE_VIDEO",
                                                          "CONTENT_TYPE_OTHER"};
constexpr std::array<std::string_view, 16> kCategory = {
    "STATEMENT_CATEGORY_ANIMAL_WELFARE",
    "STATEMENT_CATEGORY_CONSUMER_INFORMATION",
    "STATEMENT_CATEGORY_CYBER_VIOLENCE",
    "STATEMENT_CATEGORY_CYBER_VIOLENCE_AGAINST_WOMEN",
    "STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS",
    "STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH",
    "STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS",
    "STATEMENT_CATEGORY_NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS",
    "STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE",
    "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
    "STATEMENT_CATEGORY_PROTECTION_OF_MINORS",
    "STATEMENT_CATEGORY_RISK_FOR_PUBLIC_SECURITY",
    "STATEMENT_CATEGORY_SCAMS_AND_FRAUD",
    "STATEMENT_CATEGORY_SELF_HARM",
    "STATEMENT_CATEGORY_UNSAFE_AND_PROHIBITED_PRODUCTS",
    "STATEMENT_CATEGORY_VIOLENCE"};
constexpr std::array<std::string_view, 3> kMethod = {"FORM", "API", "API_MULTI"};
constexpr std::array<std::string_view, 30> kTerritory = {
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE",
    "IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK"};

struct Enumeration {
  std::string_view field;
  std::span<const std::string_view> codes;
};

constexpr std::array kEnumerations = {
    Enumeration{"automated_decision", kAutomatedDecision},
    Enumeration{"source_type", kSourceType},
    Enumeration{"decision_ground", kGround},
    Enumeration{"decision_visibility", kVisibility},
    Enumeration{"decision_monetary", kMonetary},
    Enumeration{"decision_provision", kProvision},
    Enumeration{"decision_account", kAccount},
    Enumeration{"account_type", kAccountType},
    Enumeration{"content_type", kContentType},
    Enumeration{"category", kCategory},
    Enumeration{"category_addition", kCategory},
    Enumeration{"method", kMethod},
    Enumeration{"territorial_scope", kTerritory},
};

}  // namespace

std::span<const Field> fields() { return kFields; }

const Field* find_field(std::string_view name) {
  for (const Field& field : kFields) {
    if (field.name == name) {
      return &field;
    }
  }
  return nullptr;
}

std::span<const std::string_view> codes(std::string_view field) {
  for (const Enumeration& enumeration : kEnumerations) {
    if (enumeration.field == field) {
      return enumeration.codes;
    }
  }
  return {};
}

}  // namespace fairmon::dsa

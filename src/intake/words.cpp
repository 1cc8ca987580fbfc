#include "intake/words.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace fairmon::intake {

namespace {

using List = std::span<const std::string_view>;

// Attributes that laws protect come first, then what goes with them, then what may make a group.
constexpr std::string_view kProtected[] = {"race",   "ethnicity", "ethnic", "sex",
                                           "gender", "female",    "male"};
constexpr std::string_view kPersonal[] = {
    "age",       "nationality", "religion", "disability", "disabled",    "origin", "caste",
    "pregnant",  "citizenship", "citizen",  "foreign",    "marital",     "color",  "colour",
    "protected", "immigrant",   "veteran",  "native",     "orientation", "elderly"};
constexpr std::string_view kOther[] = {
    "group",  "language", "region",   "county",   "state",  "district", "education", "class",
    "school", "country",  "platform", "category", "income", "area",     "city",      "site"};
constexpr std::string_view kPeople[] = {"male",
                                        "female",
                                        "man",
                                        "woman",
                                        "men",
                                        "women",
                                        "white",
                                        "black",
                                        "hispanic",
                                        "asian",
                                        "latino",
                                        "caucasian",
                                        "african-american",
                                        "asian-pac-islander"};
constexpr std::string_view kDecision[] = {
    "decision", "decided",  "pred",     "prediction",  "predicted", "approved",   "approval",
    "accepted", "accept",   "hired",    "hire",        "offer",     "offered",    "selected",
    "admitted", "granted",  "flagged",  "automated",   "invited",   "promoted",   "shortlisted",
    "denied",   "rejected", "refused",  "blocked",     "removed",   "classified", "yhat",
    "detained", "high",     "positive", "recommended", "loan",      "score"};
constexpr std::string_view kOutcome[] = {
    "outcome", "label",   "actual",    "truth",   "true",       "target",     "qualified",
    "repaid",  "default", "defaulted", "recid",   "recidivism", "reoffended", "y",
    "ytrue",   "success", "observed",  "correct", "graduated",  "returned",   "paid",
    "ground",  "good",    "bad",       "credit",  "result",     "fraud",      "class"};
constexpr std::string_view kScoreWords[] = {"score", "risk",   "probability",
                                            "prob",  "rating", "decile"};
constexpr std::string_view kTime[] = {"time", "date",      "datetime", "timestamp",
                                      "ts",   "day",       "at",       "created",
                                      "when", "screening", "decided",  "applied"};
constexpr std::string_view kHarm[] = {
    "denied",     "rejected", "refused", "default",   "defaulted", "recid",  "recidivism",
    "reoffended", "flagged",  "blocked", "removed",   "detained",  "fraud",  "fired",
    "arrested",   "bad",      "fail",    "failed",    "dropout",   "late",   "attrition",
    "churn",      "risk",     "decile",  "suspended", "dismissed", "banned", "excluded"};
constexpr std::string_view kGoodValues[] = {
    "yes",   "y",        "true", "t",      "approved",   "accepted", "granted",
    "hired", "admitted", "pass", "passed", "positive",   "selected", "offer",
    ">50k",  ">50k.",    "good", "paid",   "fully paid", "repaid",   "qualified"};
constexpr std::string_view kBadValues[] = {
    "no",       "n",     "false",  "f",   "denied",  "rejected",    "refused",   "fail", "failed",
    "negative", "<=50k", "<=50k.", "bad", "default", "charged off", "defaulted", "high"};

bool contains(List list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// How many words of the name are typical; the later words of a name weigh more.
int likeness(const Column& column, List typical) {
  const auto words = words_of(column.name);
  int result = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (contains(typical, words[i])) {
      result += i + 1 == words.size() ? 3 : 2;
    }
  }
  return result;
}

bool has_people(const Column& column) {
  return std::any_of(column.values.begin(), column.values.end(),
                     [](const std::string& value) { return contains(kPeople, lower_case(value)); });
}

}  // namespace

int group_likeness(const Column& column) {
  const int content = has_people(column) ? 9 : 0;
  return std::max(content, 3 * likeness(column, kProtected)) + 2 * likeness(column, kPersonal) +
         likeness(column, kOther);
}

int decision_likeness(const Column& column) { return likeness(column, kDecision); }

int outcome_likeness(const Column& column) { return likeness(column, kOutcome); }

int score_likeness(const Column& column) { return likeness(column, kScoreWords); }

int time_likeness(const Column& column) {
  const auto words = words_of(column.name);
  const bool of_birth = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "birth" || word == "dob" || word == "birthday" || word == "born";
  });
  return of_birth ? -1 : likeness(column, kTime);
}

bool names_a_case(const Column& column) {
  const auto words = words_of(column.name);
  return std::find(words.begin(), words.end(), "id") != words.end();
}

bool is_about_age(const Column& column) {
  const auto words = words_of(column.name);
  return std::find(words.begin(), words.end(), "age") != words.end();
}

bool is_harmful(const Column& column) { return likeness(column, kHarm) > 0; }

Meaning meaning_of(const std::string& value) {
  const std::string small = lower_case(value);
  return contains(kGoodValues, small)
             ? Meaning::Good
             : (contains(kBadValues, small) ? Meaning::Bad : Meaning::Unknown);
}

}  // namespace fairmon::intake

#include "check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct check_test *first;
static int64_t checks, failures;

/* Tests run in the order of file and name, whatever the order of linking. */
void check_register(struct check_test *test) {
  struct check_test **place = &first;
  while (*place) {
    int order = strcmp((*place)->file, test->file);
    if (order > 0) break;
    place = &(*place)->next;
  }
  test->next = *place;
  *place = test;
}

bool check_note(bool holds, const char *file, int line, const char *format, ...) {
  checks++;
  if (holds) return true;
  failures++;
  va_list arguments;
  va_start(arguments, format);
  printf("%s:%d: ", file, line);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  return false;
}

bool check_result(const char *file, int line, const char *call, contactor_result result, contactor_result expected) {
  return check_note(result == expected, file, line, "%s: expected %s, got %s%s%s", call, contactor_result_name(expected),
                    contactor_result_name(result), result ? ": " : "", result ? contactor_error_text() : "");
}

bool check_equal(const char *file, int line, const char *expression, int64_t value, int64_t expected) {
  return check_note(value == expected, file, line, "%s: expected %lld, got %lld", expression, (long long)expected, (long long)value);
}

bool check_number(const char *file, int line, const char *expression, double value, double expected, double tolerance) {
  bool holds = isnan(expected) ? isnan(value) : value == expected || fabs(value - expected) <= tolerance;
  return check_note(holds, file, line, "%s: expected %.17g, got %.17g", expression, expected, value);
}

bool check_text(const char *file, int line, const char *expression, const char *value, const char *expected) {
  bool holds = value && expected ? strcmp(value, expected) == 0 : value == expected;
  return check_note(holds, file, line, "%s: expected \"%s\", got \"%s\"", expression, expected ? expected : "(null)", value ? value : "(null)");
}

bool check_contains(const char *file, int line, const char *expression, const char *value, const char *part) {
  return check_note(value && strstr(value, part), file, line, "%s: expected \"%s\" in \"%s\"", expression, part, value ? value : "(null)");
}

/* Runs the tests whose name or file contains one of the arguments, or all. */
static bool is_wanted(const struct check_test *test, int count, char **words) {
  for (int index = 1; index < count; index++) {
    if (strstr(test->name, words[index]) || strstr(test->file, words[index])) return true;
  }
  return count < 2;
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int64_t tests = 0, failed = 0;
  for (struct check_test *test = first; test; test = test->next) {
    if (!is_wanted(test, count, words)) continue;
    if (getenv("CHECK_VERBOSE")) printf("%s %s: %s\n", test->file, test->name, test->sentence);
    int64_t before = failures;
    test->run();
    tests++;
    if (failures == before) continue;
    failed++;
    printf("FAILED %s %s: %s\n", test->file, test->name, test->sentence);
  }
  if (failures) {
    printf("%lld of %lld checks failed, in %lld of %lld tests\n", (long long)failures, (long long)checks, (long long)failed, (long long)tests);
    return 1;
  }
  printf("%lld checks in %lld tests passed\n", (long long)checks, (long long)tests);
  return 0;
}

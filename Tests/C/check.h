/*
 * A small test harness without dependencies.
 *
 *     TEST(button_is_clicked, "A tap clicks a button.") {
 *       CHECK_OK(contactor_button_click(button));
 *       CHECK_EQUAL(clicks, 1);
 *     }
 *
 * Each test registers itself before main(). A check that fails prints its place and both values and the test goes on. All checks are made
 * in the main thread. The program ends with 1 if a check failed.
 */
#ifndef CHECK_H
#define CHECK_H

#include <contactor.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct check_test {
  const char *file, *name, *sentence;
  void (*run)(void);
  struct check_test *next;
};

void check_register(struct check_test *test);
/* Counts a check; prints the place and the message of one that failed. Returns `holds`. */
bool check_note(bool holds, const char *file, int line, const char *format, ...) __attribute__((format(printf, 4, 5)));
bool check_result(const char *file, int line, const char *call, contactor_result result, contactor_result expected);
bool check_equal(const char *file, int line, const char *expression, int64_t value, int64_t expected);
bool check_number(const char *file, int line, const char *expression, double value, double expected, double tolerance);
bool check_text(const char *file, int line, const char *expression, const char *value, const char *expected);
bool check_contains(const char *file, int line, const char *expression, const char *value, const char *part);

#define TEST(name, sentence)                                                                       \
  static void test_##name(void);                                                                   \
  __attribute__((constructor)) static void register_##name(void) {                                 \
    static struct check_test test = {__FILE__, #name, sentence, test_##name, NULL};                \
    check_register(&test);                                                                         \
  }                                                                                                \
  static void test_##name(void)

/* A condition. */
#define CHECK(condition) check_note((condition), __FILE__, __LINE__, "expected %s", #condition)
/* A call that succeeds. */
#define CHECK_OK(call) check_result(__FILE__, __LINE__, #call, (call), CONTACTOR_OK)
/* A call that fails with a code. */
#define CHECK_ERROR(call, code) check_result(__FILE__, __LINE__, #call, (call), (code))
/* Two whole numbers. */
#define CHECK_EQUAL(value, expected) check_equal(__FILE__, __LINE__, #value, (int64_t)(value), (int64_t)(expected))
/* Two numbers that are the same in every bit. */
#define CHECK_NUMBER(value, expected) check_number(__FILE__, __LINE__, #value, (value), (expected), 0)
/* Two numbers that differ by `tolerance` at most. */
#define CHECK_NEAR(value, expected, tolerance) check_number(__FILE__, __LINE__, #value, (value), (expected), (tolerance))
/* Two texts. */
#define CHECK_TEXT(value, expected) check_text(__FILE__, __LINE__, #value, (value), (expected))
/* A text that contains another. */
#define CHECK_CONTAINS(value, part) check_contains(__FILE__, __LINE__, #value, (value), (part))

#endif

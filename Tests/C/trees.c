/* Outlines and browsers. Items are numbers: item n has the children 10n + 1, 10n + 2 and 10n + 3, up to three levels deep. */
#include "stage.h"

#include <stdio.h>
#include <string.h>

struct tree {
  int titles, selected, releases;
  uint64_t last;
};

static size_t children(void *user, uint64_t item) {
  (void)user;
  return item < 100 ? 3 : 0;
}

static uint64_t child(void *user, uint64_t item, size_t index) {
  (void)user;
  return item * 10 + index + 1;
}

static int32_t is_branch(void *user, uint64_t item) { return children(user, item) > 0; }

static void title(void *user, uint64_t item, char *buffer, size_t capacity) {
  ((struct tree *)user)->titles++;
  snprintf(buffer, capacity, "item %llu", (unsigned long long)item);
}

static void selected(void *user, contactor_view *tree, uint64_t item) {
  struct tree *items = user;
  (void)tree;
  items->selected++;
  items->last = item;
}

static void tree_release(void *user) { ((struct tree *)user)->releases++; }

static contactor_tree_source source_of(struct tree *tree) {
  return (contactor_tree_source){sizeof(contactor_tree_source), tree, tree_release, children, child, is_branch, title, selected};
}

TEST(outline, "An outline shows and hides children, and selects by a tap.") {
  struct stage stage = stage_open();
  struct tree tree = {0, 0, 0, 0};
  contactor_view *outline = make(&stage, CONTACTOR_OUTLINE, rect(0, 0, 400, 440), stage.window);
  contactor_tree_source source = source_of(&tree);
  CHECK_OK(contactor_tree_set_source(outline, &source));
  CHECK_OK(contactor_view_layout(outline));
  CHECK_NUMBER(number(outline, CONTACTOR_COUNT), 3);
  CHECK(tree.titles >= 3);
  CHECK_OK(contactor_outline_expand(outline, 2, 1));
  CHECK_NUMBER(number(outline, CONTACTOR_COUNT), 6);
  CHECK_ERROR(contactor_outline_expand(outline, 11, 1), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_ERROR(contactor_outline_expand(outline, UINT64_MAX, 1), CONTACTOR_ERROR_NOT_FOUND);
  tap(&stage, 300, 22 + 44 * 2); /* the third row: the first child of the second item */
  CHECK_EQUAL(tree.selected, 1);
  CHECK_EQUAL(tree.last, 21);
  CHECK_OK(contactor_outline_expand(outline, 2, 0));
  CHECK_NUMBER(number(outline, CONTACTOR_COUNT), 3);
  CHECK_OK(contactor_tree_reload(outline));
  CHECK_NUMBER(number(outline, CONTACTOR_COUNT), 3);
  CHECK_OK(contactor_tree_set_source(outline, NULL));
  CHECK_EQUAL(tree.releases, 1);
  stage_close(&stage);
  CHECK_EQUAL(tree.releases, 1);
}

TEST(browser, "A browser shows the children of a tapped item in the next column.") {
  struct stage stage = stage_open();
  struct tree tree = {0, 0, 0, 0};
  contactor_view *browser = make(&stage, CONTACTOR_BROWSER, rect(0, 0, 800, 440), stage.window);
  contactor_tree_source source = source_of(&tree);
  source.is_branch = NULL;
  CHECK_OK(contactor_tree_set_source(browser, &source));
  CHECK_OK(contactor_view_layout(browser));
  tap(&stage, 100, 22 + 44);
  CHECK_EQUAL(tree.last, 2);
  tap(&stage, 300, 22);
  CHECK_EQUAL(tree.last, 21);
  CHECK_NUMBER(number(browser, CONTACTOR_SELECTED_COLUMN), 1);
  CHECK_OK(contactor_tree_reload(browser));
  CHECK_ERROR(contactor_outline_expand(browser, 2, 1), CONTACTOR_ERROR_KIND);
  stage_close(&stage);
  CHECK_EQUAL(tree.releases, 1);
}

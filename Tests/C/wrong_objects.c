/* Every call with every wrong object, and from a foreign thread. */
#include "wrong.h"

#include <pthread.h>
#include <string.h>

/* Makes a call that must fail, and checks that nothing else happened. */
static void refuse(struct world *world, struct call *call, void *object, const char *what, contactor_result expected) {
  outs_mark(world);
  world->counter.calls = world->counter.releases = 0;
  contactor_result result = call->perform(world, object);
  check_note(result == expected, __FILE__, __LINE__, "%s with %s: expected %s, got %s", call->function, what, contactor_result_name(expected),
             contactor_result_name(result));
  check_note(contactor_error_text()[0] != 0, __FILE__, __LINE__, "%s with %s: there is no text", call->function, what);
  check_note(outs_are_marked(world), __FILE__, __LINE__, "%s with %s: an out-place was written", call->function, what);
  check_note(world->counter.calls == 0, __FILE__, __LINE__, "%s with %s: a callback was called", call->function, what);
  check_note(world->counter.releases == call->registers, __FILE__, __LINE__, "%s with %s: release was called %d times", call->function, what,
             world->counter.releases);
}

TEST(null_object, "Every function refuses NULL as its object.") {
  struct world world;
  world_open(&world);
  for (struct call *call = first_call; call; call = call->next) refuse(&world, call, NULL, "NULL", CONTACTOR_ERROR_HANDLE);
  CHECK_OK(contactor_engine_destroy(world.engine));
}

TEST(garbage, "Every function refuses pointers that never were handles.") {
  struct world world;
  int place = 0;
  world_open(&world);
  void *objects[64] = {(void *)1, (void *)0x1234, (void *)(intptr_t)-1, &place, (void *)INTPTR_MIN, (void *)INTPTR_MAX, "text", world.engine};
  /* Neighbours of a handle: every bit of it changed, one at a time. */
  int count = 7;
  for (int bit = 0; bit < 56; bit++) objects[count++] = (void *)((uintptr_t)world.slider ^ (uintptr_t)1 << bit);
  for (struct call *call = first_call; call; call = call->next) {
    for (int index = 0; index < 7; index++) refuse(&world, call, objects[index], "garbage", CONTACTOR_ERROR_HANDLE);
  }
  for (int index = 7; index < count; index++) {
    /* A changed bit may make another object's handle. */
    double value = 0;
    contactor_result result = contactor_get_number(objects[index], CONTACTOR_VALUE, &value);
    CHECK(result == CONTACTOR_ERROR_HANDLE || result == CONTACTOR_ERROR_PROPERTY || result == CONTACTOR_OK);
  }
  CHECK_OK(contactor_engine_destroy(world.engine));
}

TEST(other_kinds, "Every function refuses objects of other kinds.") {
  struct world world;
  world_open(&world);
  for (struct call *call = first_call; call; call = call->next) {
    for (int kind = 0; kind < kinds && call->kind != ANY; kind++) {
      if (kind != (int)call->kind) refuse(&world, call, world.objects[kind], "another kind", CONTACTOR_ERROR_HANDLE);
    }
  }
  CHECK_OK(contactor_engine_destroy(world.engine));
}

static void destroy_each(struct world *world) {
  CHECK_OK(contactor_view_destroy(world->objects[VIEW]));
  CHECK_OK(contactor_gesture_destroy(world->objects[GESTURE]));
  CHECK_OK(contactor_target_destroy(world->objects[TARGET]));
  CHECK_OK(contactor_feed_destroy(world->objects[FEED]));
  CHECK_OK(contactor_source_close(world->objects[SOURCE]));
  CHECK_OK(contactor_menu_destroy(world->objects[MENU]));
  CHECK_OK(contactor_alert_destroy(world->objects[ALERT]));
}

TEST(destroyed, "Every function refuses objects that were destroyed, also after others took their place, and after their engine's end.") {
  struct world dead, gone, world;
  world_open(&dead);
  world_open(&gone);
  CHECK_OK(contactor_engine_destroy(gone.engine));
  destroy_each(&dead);
  world_open(&world);
  for (struct call *call = first_call; call; call = call->next) {
    for (int kind = 0; kind < kinds; kind++) {
      if (call->kind != ANY && kind != (int)call->kind) continue;
      if (kind != ENGINE) refuse(&world, call, dead.objects[kind], "a destroyed object", CONTACTOR_ERROR_HANDLE);
      refuse(&world, call, gone.objects[kind], "an object of a destroyed engine", CONTACTOR_ERROR_HANDLE);
    }
  }
  CHECK_OK(contactor_engine_destroy(dead.engine));
  CHECK_ERROR(contactor_engine_destroy(dead.engine), CONTACTOR_ERROR_HANDLE);
  CHECK_OK(contactor_engine_destroy(world.engine));
}

TEST(reused_places, "A handle stays dead though a hundred thousand objects come and go in its place.") {
  struct stage stage = stage_open();
  contactor_view *dead = make(&stage, CONTACTOR_SLIDER, rect(0, 0, 10, 10), NULL);
  contactor_kind kind = CONTACTOR_OTHER;
  CHECK_OK(contactor_view_destroy(dead));
  int wrong = 0;
  for (int index = 0; index < 100000; index++) {
    contactor_target *target = NULL;
    if (contactor_target_create(stage.engine, &target)) wrong++;
    if ((void *)target == (void *)dead || contactor_view_kind(dead, &kind) != CONTACTOR_ERROR_HANDLE) wrong++;
    if (contactor_target_destroy(target)) wrong++;
  }
  CHECK_EQUAL(wrong, 0);
  stage_close(&stage);
}

/* What a foreign thread does: every call, with right or with destroyed objects. */
struct foreign {
  struct world *world;
  void **objects;
  int missing_texts;
};

static void *foreign_calls(void *user) {
  struct foreign *foreign = user;
  for (struct call *call = first_call; call; call = call->next) {
    if (strcmp(call->function, "contactor_engine_take_over") == 0) continue;
    call->result = call->perform(foreign->world, foreign->objects[call->kind == ANY ? VIEW : call->kind]);
    if (contactor_error_text()[0] == 0) foreign->missing_texts++;
  }
  return NULL;
}

TEST(foreign_thread, "Every function refuses a foreign thread, and changes nothing.") {
  struct world world;
  pthread_t thread;
  size_t windows = 0, views = 0, after = 0;
  world_open(&world);
  double value = number(world.slider, CONTACTOR_VALUE);
  CHECK_OK(contactor_engine_window_count(world.engine, &windows));
  CHECK_OK(contactor_view_subview_count(world.window, &views));
  struct foreign foreign = {&world, world.objects, 0};
  outs_mark(&world);
  world.counter.calls = world.counter.releases = 0;
  CHECK(pthread_create(&thread, NULL, foreign_calls, &foreign) == 0);
  pthread_join(thread, NULL);
  int registrations = 0;
  for (struct call *call = first_call; call; call = call->next) {
    registrations += call->registers;
    if (strcmp(call->function, "contactor_engine_take_over") == 0) continue;
    check_note(call->result == CONTACTOR_ERROR_THREAD, __FILE__, __LINE__, "%s in a foreign thread: got %s", call->function,
               contactor_result_name(call->result));
  }
  CHECK_EQUAL(foreign.missing_texts, 0);
  CHECK(outs_are_marked(&world));
  CHECK_EQUAL(world.counter.calls, 0);
  CHECK_EQUAL(world.counter.releases, registrations);
  CHECK_NUMBER(number(world.slider, CONTACTOR_VALUE), value);
  CHECK_NUMBER(number(world.slider, CONTACTOR_ENABLED), 1);
  CHECK_NUMBER(rectangle(world.slider, CONTACTOR_FRAME).width, 100);
  CHECK_OK(contactor_engine_window_count(world.engine, &after));
  CHECK_EQUAL(after, windows);
  CHECK_OK(contactor_view_subview_count(world.window, &after));
  CHECK_EQUAL(after, views);
  /* Objects that are gone: either answer is right. */
  struct world gone;
  world_open(&gone);
  CHECK_OK(contactor_engine_destroy(gone.engine));
  foreign.objects = gone.objects;
  CHECK(pthread_create(&thread, NULL, foreign_calls, &foreign) == 0);
  pthread_join(thread, NULL);
  for (struct call *call = first_call; call; call = call->next) {
    if (strcmp(call->function, "contactor_engine_take_over") == 0) continue;
    CHECK(call->result == CONTACTOR_ERROR_THREAD || call->result == CONTACTOR_ERROR_HANDLE);
  }
  CHECK_OK(contactor_engine_destroy(world.engine));
}

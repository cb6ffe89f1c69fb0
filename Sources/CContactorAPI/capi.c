#include "capi.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "contactor.h"

struct capi_engine capi_engines[CAPI_ENGINES];
uintptr_t capi_slider;

static pthread_mutex_t engines_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char error_text[1024];
_Thread_local uintptr_t capi_thread_number;

// The calling thread's number, which it gets with its first engine.
static uintptr_t number_of_thread(void) {
  static uintptr_t last;
  if (capi_thread_number == 0) capi_thread_number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  return capi_thread_number;
}

static struct capi_engine *engine_of(uint64_t handle) { return &capi_engines[handle >> CAPI_ENGINE_SHIFT]; }

static uint64_t handle_of(uint64_t engine, uint32_t kind, uint32_t generation, uint64_t place) {
  return engine << CAPI_ENGINE_SHIFT | (uint64_t)kind << CAPI_KIND_SHIFT |
         (uint64_t)(generation & CAPI_PLACE_MASK) << CAPI_GENERATION_SHIFT | place;
}

uint64_t capi_add_engine(void *object, uint32_t kind) {
  uint64_t place = 0;
  pthread_mutex_lock(&engines_lock);
  for (uint64_t each = 1; each < CAPI_ENGINES && place == 0; each++) {
    if (__atomic_load_n(&capi_engines[each].owner, __ATOMIC_RELAXED) == 0) place = each;
  }
  if (place != 0) {
    struct capi_engine *engine = &capi_engines[place];
    // No object of an earlier engine here had this generation.
    engine->generation = engine->next_generation++;
    engine->engine = object;
    __atomic_store_n(&engine->owner, number_of_thread(), __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&engines_lock);
  return place == 0 ? 0 : handle_of(place, kind, capi_engines[place].generation, CAPI_PLACE_MASK);
}

// Whether a handle is its engine's own.
static int is_engine(uint64_t handle) {
  struct capi_engine *engine = engine_of(handle);
  return engine->owner != 0 && handle == handle_of(handle >> CAPI_ENGINE_SHIFT, capi_kind(handle), engine->generation, CAPI_PLACE_MASK);
}

void capi_remove_engine(uint64_t handle) {
  struct capi_engine *engine = engine_of(handle);
  pthread_mutex_lock(&engines_lock);
  free(engine->objects);
  engine->engine = NULL;
  engine->objects = NULL;
  engine->count = engine->capacity = engine->free = 0;
  __atomic_store_n(&engine->owner, 0, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&engines_lock);
}

int capi_take_over(uint64_t handle, uint32_t kind) {
  pthread_mutex_lock(&engines_lock);
  int is_there = capi_kind(handle) == kind && is_engine(handle);
  if (is_there) __atomic_store_n(&engine_of(handle)->owner, number_of_thread(), __ATOMIC_RELEASE);
  pthread_mutex_unlock(&engines_lock);
  return is_there;
}

uint64_t capi_add_object(uint64_t handle, uint32_t kind, void *object) {
  struct capi_engine *engine = engine_of(handle);
  uint32_t place = engine->free - 1, generation = engine->generation;
  if (engine->free != 0) {
    // A free place holds the next free one, and its generation in place of the handle.
    engine->free = (uint32_t)(uintptr_t)engine->objects[place].object;
    generation = (uint32_t)(engine->objects[place].handle >> CAPI_GENERATION_SHIFT) & CAPI_PLACE_MASK;
  } else {
    // The last place is the engine's own handle's.
    if (engine->count == CAPI_PLACE_MASK) return 0;
    if (engine->count == engine->capacity) {
      uint32_t capacity = engine->capacity == 0 ? 64 : engine->capacity * 2;
      struct capi_object *objects = realloc(engine->objects, capacity * sizeof *objects);
      if (objects == NULL) return 0;
      engine->objects = objects;
      engine->capacity = capacity;
    }
    place = engine->count++;
  }
  engine->objects[place].handle = handle_of(handle >> CAPI_ENGINE_SHIFT, kind, generation, place);
  engine->objects[place].object = object;
  return engine->objects[place].handle;
}

void *capi_remove_object(uint64_t handle) {
  struct capi_engine *engine = engine_of(handle);
  uint32_t place = handle & CAPI_PLACE_MASK;
  uint32_t generation = ((uint32_t)(handle >> CAPI_GENERATION_SHIFT) + 1) & CAPI_PLACE_MASK;
  void *object = engine->objects[place].object;
  // Kind 0 is no object's.
  engine->objects[place].handle = handle_of(0, 0, generation, 0);
  engine->objects[place].object = (void *)(uintptr_t)engine->free;
  engine->free = place + 1;
  if (engine->next_generation <= generation) engine->next_generation = generation + 1;
  return object;
}

uint32_t capi_place_count(uint64_t engine) { return engine_of(engine)->count; }

void *capi_object_at(uint64_t handle, uint32_t place) {
  struct capi_object *found = &engine_of(handle)->objects[place];
  return capi_kind(found->handle) == 0 ? NULL : found->object;
}

int capi_is_file(const char *path) {
  struct stat found;
  // What is not there is said as it is opened.
  return stat(path, &found) != 0 || S_ISREG(found.st_mode) || S_ISDIR(found.st_mode);
}

void capi_set_error(const char *text, size_t length) {
  size_t count = length < sizeof error_text - 1 ? length : sizeof error_text - 1;
  // Cut between characters.
  while (count < length && count > 0 && ((unsigned char)text[count] & 0xC0) == 0x80) count--;
  memcpy(error_text, text, count);
  error_text[count] = 0;
}

const char *contactor_error_text(void) { return error_text; }

// Replaced where the library is linked to load them; see tools/library.
__attribute__((weak)) const char *contactor_load_sources(void) { return NULL; }

const char *capi_load_sources(void) { return contactor_load_sources(); }

#define NAME(result) case result: return #result

const char *contactor_result_name(contactor_result result) {
  switch (result) {
    NAME(CONTACTOR_OK);
    NAME(CONTACTOR_ERROR_NULL);
    NAME(CONTACTOR_ERROR_HANDLE);
    NAME(CONTACTOR_ERROR_THREAD);
    NAME(CONTACTOR_ERROR_KIND);
    NAME(CONTACTOR_ERROR_PROPERTY);
    NAME(CONTACTOR_ERROR_VALUE);
    NAME(CONTACTOR_ERROR_TEXT);
    NAME(CONTACTOR_ERROR_ENGINE);
    NAME(CONTACTOR_ERROR_STATE);
    NAME(CONTACTOR_ERROR_LAYOUT);
    NAME(CONTACTOR_ERROR_INPUT);
    NAME(CONTACTOR_ERROR_LIBRARY);
    NAME(CONTACTOR_ERROR_SYSTEM);
    NAME(CONTACTOR_ERROR_NOT_FOUND);
  }
  return "unknown";
}

int32_t contactor_version(void) {
  return CONTACTOR_VERSION_MAJOR * 10000 + CONTACTOR_VERSION_MINOR * 100 + CONTACTOR_VERSION_PATCH;
}

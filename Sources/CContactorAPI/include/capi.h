// What the C library needs beside contactor.h; not installed.
#ifndef CAPI_H
#define CAPI_H

#include <stddef.h>
#include <stdint.h>

// A handle is a number: the engine's place among all, the object's kind, a generation, the object's place in the engine. Nothing is at
// that address. A place that is used again has another generation, so that the handle of an object that is gone finds nothing.
#define CAPI_ENGINE_SHIFT 54
#define CAPI_KIND_SHIFT 48
#define CAPI_GENERATION_SHIFT 24
#define CAPI_PLACE_MASK 0xFFFFFF

enum { CAPI_ENGINES = 1024 };

// Whether an engine can be used.
enum capi_access { CAPI_FREE = 0, CAPI_FOREIGN = 1, CAPI_OWN = 2 };

// An object and its handle; the handle is 0 where there is none.
struct capi_object {
  uint64_t handle;
  void *object;
};

// An engine's place. Only its owner reads what follows `owner`, which is written before `owner` is.
struct capi_engine {
  uintptr_t owner;
  void *engine;
  struct capi_object *objects;
  uint32_t count, capacity;
  // The last free place plus 1, whose `object` is the next; 0 for none.
  uint32_t free;
  // The generation of the engine's own handle and of new places; and the next of every place that is free.
  uint32_t generation, next_generation;
};

extern struct capi_engine capi_engines[CAPI_ENGINES] __attribute__((visibility("hidden")));

// The class of sliders; 0 before the first engine. Every engine writes the same.
extern uintptr_t capi_slider __attribute__((visibility("hidden")));
static inline uintptr_t capi_slider_class(void) { return __atomic_load_n(&capi_slider, __ATOMIC_RELAXED); }
static inline void capi_note_slider(uintptr_t found) { __atomic_store_n(&capi_slider, found, __ATOMIC_RELAXED); }

// The calling thread's number, 0 for one that never had an engine: unlike its address, no later thread has it. Read without a call, as the
// library is one of few with such variables.
extern _Thread_local uintptr_t capi_thread_number __attribute__((tls_model("initial-exec"), visibility("hidden")));
static inline uintptr_t capi_thread(void) { return capi_thread_number; }

// The engine at a handle's place if it is the calling thread's, else NULL with the reason in *access.
static inline void *capi_engine_of(uint64_t handle, enum capi_access *access) {
  struct capi_engine *engine = &capi_engines[handle >> CAPI_ENGINE_SHIFT];
  uintptr_t owner = __atomic_load_n(&engine->owner, __ATOMIC_ACQUIRE);
  if (owner == capi_thread() && owner != 0) {
    *access = CAPI_OWN;
    return engine->engine;
  }
  *access = owner == 0 ? CAPI_FREE : CAPI_FOREIGN;
  return NULL;
}

// The object of a handle whose engine is the calling thread's; NULL if there is none: a place that is free, as the number of a thread without
// an engine is, has no objects.
static inline void *capi_object_of(uint64_t handle) {
  struct capi_engine *engine = &capi_engines[handle >> CAPI_ENGINE_SHIFT];
  uint64_t place = handle & CAPI_PLACE_MASK;
  if (__atomic_load_n(&engine->owner, __ATOMIC_ACQUIRE) != capi_thread() || place >= engine->count) return NULL;
  return engine->objects[place].handle == handle ? engine->objects[place].object : NULL;
}

// The kind of a handle.
static inline uint32_t capi_kind(uint64_t handle) { return (uint32_t)(handle >> CAPI_KIND_SHIFT) & 0x3F; }

// Keeps an engine for the calling thread; returns its own handle, of that kind, or 0 if there is no place left.
uint64_t capi_add_engine(void *engine, uint32_t kind);
// Frees an engine's place and its table; the objects are the caller's.
void capi_remove_engine(uint64_t handle);
// Makes the engine of a handle the calling thread's; returns 0 if the handle is no engine's own.
int capi_take_over(uint64_t handle, uint32_t kind);
// Keeps an object in the engine of a handle; returns its handle, or 0 if there is no place left.
uint64_t capi_add_object(uint64_t engine, uint32_t kind, void *object);
// Ends an object's handle; returns the object.
void *capi_remove_object(uint64_t handle);
// The number of places in an engine's table, and the object at one, which may be NULL.
uint32_t capi_place_count(uint64_t engine);
void *capi_object_at(uint64_t engine, uint32_t place);

// Whether a path leads to a file or folder: what else there is may wait for ever as it is opened.
int capi_is_file(const char *path);

// Keeps the first 1023 bytes of a text as the calling thread's last error.
void capi_set_error(const char *text, size_t length);

// Loads the libraries that sources need, if the library was linked without them; returns NULL, or the sentence of what is missing.
const char *capi_load_sources(void);

#endif

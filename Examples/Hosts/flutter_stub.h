/*
 * The few declarations of Flutter's embedder API that flutter.c uses, so that it is compiled and tested where Flutter's engine is not there. With
 * the engine include <flutter_embedder.h> in its place: names and types are Flutter's, the order of the structure's members is not.
 */
#ifndef FLUTTER_STUB_H
#define FLUTTER_STUB_H

#include <stddef.h>
#include <stdint.h>

typedef struct FlutterEngineStub *FlutterEngine;

typedef enum { kSuccess = 0, kInvalidArguments = 2 } FlutterEngineResult;
typedef enum { kCancel, kUp, kDown, kMove, kAdd, kRemove } FlutterPointerPhase;
typedef enum { kFlutterPointerDeviceKindTouch = 2 } FlutterPointerDeviceKind;
typedef int64_t FlutterViewId;

/* A pointer has been added before it comes down, and is removed in the end. */
typedef struct {
  size_t struct_size;
  FlutterPointerPhase phase;
  size_t timestamp;                     /* microseconds of CLOCK_MONOTONIC */
  double x, y;                          /* pixels */
  int32_t device;                       /* a number for each finger */
  FlutterPointerDeviceKind device_kind;
  FlutterViewId view_id;
} FlutterPointerEvent;

/* Takes several events at once; to be called in the platform's thread. */
FlutterEngineResult FlutterEngineSendPointerEvent(FlutterEngine engine, const FlutterPointerEvent *events, size_t events_count);

#endif

/* Reads input devices as LVGL does, and notes what it has seen of them. */
#include "lvgl_stub.h"

#include <stddef.h>
#include <stdlib.h>

enum { MOST_DEVICES = 16, READ_PERIOD = 33 };

struct lv_indev_t {
  lv_indev_type_t type;
  lv_indev_read_cb_t read;
  void *user_data;
  lv_indev_state_t state;
  lv_point_t point, pressed_at;
  int clicks;
};

static lv_indev_t devices[MOST_DEVICES];
static int device_count, most_pressed;
static lv_tick_get_cb_t clock_of_ticks;
static uint32_t read_last;
static bool has_read;

lv_indev_t *lv_indev_create(void) {
  if (device_count == MOST_DEVICES) abort();
  return &devices[device_count++];
}

void lv_indev_set_type(lv_indev_t *indev, lv_indev_type_t type) { indev->type = type; }
void lv_indev_set_read_cb(lv_indev_t *indev, lv_indev_read_cb_t callback) { indev->read = callback; }
void lv_indev_set_user_data(lv_indev_t *indev, void *data) { indev->user_data = data; }
void *lv_indev_get_user_data(const lv_indev_t *indev) { return indev->user_data; }
void lv_tick_set_cb(lv_tick_get_cb_t callback) { clock_of_ticks = callback; }
uint32_t lv_tick_get(void) { return clock_of_ticks ? clock_of_ticks() : 0; }

/* A device has one state: what it was between two reads is lost unless the callback asks to be read on. */
static void see(lv_indev_t *indev, const lv_indev_data_t *data) {
  int pressed = 0;
  if (data->state == LV_INDEV_STATE_PRESSED && indev->state == LV_INDEV_STATE_RELEASED) indev->pressed_at = data->point;
  if (data->state == LV_INDEV_STATE_RELEASED && indev->state == LV_INDEV_STATE_PRESSED) indev->clicks += 1;
  indev->state = data->state;
  indev->point = data->point;
  for (int index = 0; index < device_count; index++) pressed += devices[index].state == LV_INDEV_STATE_PRESSED;
  if (pressed > most_pressed) most_pressed = pressed;
}

static void read_device(lv_indev_t *indev) {
  lv_indev_data_t data;
  if (indev->type != LV_INDEV_TYPE_POINTER || indev->read == NULL) return;
  do {
    data = (lv_indev_data_t){.point = indev->point, .state = LV_INDEV_STATE_RELEASED};
    indev->read(indev, &data);
    see(indev, &data);
  } while (data.continue_reading);
}

/* Reads once a period, however often it is called, as LVGL's timer of an input device does. */
uint32_t lv_timer_handler(void) {
  uint32_t passed = lv_tick_get() - read_last;
  if (has_read && passed < READ_PERIOD) return READ_PERIOD - passed;
  has_read = true;
  read_last = lv_tick_get();
  for (int index = 0; index < device_count; index++) read_device(&devices[index]);
  return READ_PERIOD;
}

int stub_clicks(const lv_indev_t *indev) { return indev->clicks; }
lv_point_t stub_pressed_at(const lv_indev_t *indev) { return indev->pressed_at; }
int stub_most_pressed(void) { return most_pressed; }

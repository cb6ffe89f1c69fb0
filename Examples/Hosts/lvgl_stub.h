/*
 * The few declarations of LVGL 9 that lvgl.c uses, so that it is compiled and tested where LVGL is not installed. With LVGL include
 * <lvgl.h> in its place: names and types are LVGL's, the order of lv_indev_data_t's members is not. The functions that begin with stub_ are the
 * test's own.
 */
#ifndef LVGL_STUB_H
#define LVGL_STUB_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int32_t x, y;
} lv_point_t;

typedef enum { LV_INDEV_STATE_RELEASED = 0, LV_INDEV_STATE_PRESSED } lv_indev_state_t;
typedef enum { LV_INDEV_TYPE_NONE, LV_INDEV_TYPE_POINTER } lv_indev_type_t;

/* What a read callback fills in; LVGL asks once more at once if it sets continue_reading. */
typedef struct {
  lv_point_t point;
  lv_indev_state_t state;
  bool continue_reading;
} lv_indev_data_t;

typedef struct lv_indev_t lv_indev_t;
typedef void (*lv_indev_read_cb_t)(lv_indev_t *indev, lv_indev_data_t *data);

lv_indev_t *lv_indev_create(void);
void lv_indev_set_type(lv_indev_t *indev, lv_indev_type_t type);
void lv_indev_set_read_cb(lv_indev_t *indev, lv_indev_read_cb_t callback);
void lv_indev_set_user_data(lv_indev_t *indev, void *data);
void *lv_indev_get_user_data(const lv_indev_t *indev);

/* Milliseconds in 32 bits, which wrap: of the clock that was set. */
typedef uint32_t (*lv_tick_get_cb_t)(void);
void lv_tick_set_cb(lv_tick_get_cb_t callback);
uint32_t lv_tick_get(void);
/* Reads the input devices that are due, draws, and returns the milliseconds until it wants to be called again. */
uint32_t lv_timer_handler(void);

/* ---- For the test ---------------------------------------------------------------------------------------------------------------- */

/* How often a device was pressed and released again. */
int stub_clicks(const lv_indev_t *indev);
/* The place at which a device was pressed last. */
lv_point_t stub_pressed_at(const lv_indev_t *indev);
/* The most devices that were pressed at a time. */
int stub_most_pressed(void);

#endif

#include "measures.h"

#include <linux/input-event-codes.h>
#include <string.h>

void plain_start(struct plain_decoder *decoder, double width, double height) {
  memset(decoder, 0, sizeof *decoder);
  for (int slot = 0; slot < PLAIN_SLOTS; slot++) {
    decoder->slots[slot].tracking_id = -1;
    decoder->slots[slot].reported_id = -1;
  }
  decoder->scale_x = 800 / width;
  decoder->scale_y = 480 / height;
}

static void write_contact(struct plain_decoder *decoder, int slot, int count, int32_t id, uint8_t phase) {
  struct plain_contact *contact = &decoder->contacts[count];
  contact->x = decoder->slots[slot].x * decoder->scale_x;
  contact->y = decoder->slots[slot].y * decoder->scale_y;
  contact->pressure = decoder->slots[slot].pressure / 255.0;
  contact->tracking_id = id;
  contact->slot = slot;
  contact->phase = phase;
}

static int report(struct plain_decoder *decoder) {
  int count = 0;
  for (int slot = 0; slot < PLAIN_SLOTS; slot++) {
    int32_t before = decoder->slots[slot].reported_id;
    int32_t now = decoder->slots[slot].tracking_id;
    if (before >= 0 && before != now) write_contact(decoder, slot, count++, before, 3);
    if (now >= 0 && before != now) {
      write_contact(decoder, slot, count++, now, 0);
    } else if (now >= 0 && decoder->slots[slot].changed) {
      write_contact(decoder, slot, count++, now, 1);
    }
    decoder->slots[slot].reported_id = now;
    decoder->slots[slot].changed = 0;
  }
  return count;
}

int plain_decode(struct plain_decoder *decoder, const struct plain_event *events, int count) {
  int contacts = 0;
  for (int index = 0; index < count; index++) {
    const struct plain_event *event = &events[index];
    if (event->type == EV_SYN && event->code == SYN_REPORT) {
      decoder->time = event->seconds * 1000000 + event->microseconds;
      contacts = report(decoder);
    }
    if (event->type != EV_ABS) continue;
    if (event->code == ABS_MT_SLOT) {
      decoder->slot = event->value < 0 || event->value >= PLAIN_SLOTS ? 0 : event->value;
      continue;
    }
    switch (event->code) {
    case ABS_MT_TRACKING_ID: decoder->slots[decoder->slot].tracking_id = event->value; break;
    case ABS_MT_POSITION_X: decoder->slots[decoder->slot].x = event->value; break;
    case ABS_MT_POSITION_Y: decoder->slots[decoder->slot].y = event->value; break;
    case ABS_MT_PRESSURE: decoder->slots[decoder->slot].pressure = event->value; break;
    default: continue;
    }
    decoder->slots[decoder->slot].changed = 1;
  }
  return contacts;
}

// A connection to an MQTT broker by libmosquitto, which is loaded where a layout asks for a broker, and not before: it and
// what it needs take 3.5 MB of memory.
//
// A connection belongs to one thread. Nothing calls back: what comes from the broker is kept until it is asked for.
#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A connection.
typedef struct cct_broker cct_broker;

// How a broker is reached. Texts may be NULL but for `host`, `id` and `will_topic`; they are copied.
struct cct_broker_settings {
  const char *host;
  uint16_t port;
  uint16_t keepalive;       // seconds, 5 or more
  const char *id;           // the client's id
  const char *user;
  const char *password;
  bool tls;
  const char *ca;           // a file of certificates; NULL for the system's
  const char *certificate;  // a file with the client's own, with `key`
  const char *key;
  const char *will_topic;   // what the broker publishes for us, retained and with QoS 1, when the connection breaks
  const char *will;
};

// How a connection is.
enum cct_broker_state {
  CCT_BROKER_CONNECTING,
  CCT_BROKER_CONNECTED,
  CCT_BROKER_ENDED,  // cct_broker_problem() says why
};

// A message from the broker; the texts hold until the next call.
struct cct_broker_message {
  const char *topic;
  const void *payload;
  size_t length;
  bool retained;
};

// Loads the library. Returns NULL, or why it cannot be used.
const char *cct_broker_load(void);

// mosquitto_new(), mosquitto_connect(): finds the broker and connects; waits for the network. Returns NULL only without
// memory; otherwise the state says whether it worked.
cct_broker *cct_broker_open(const struct cct_broker_settings *settings);

// mosquitto_destroy(): ends the connection at once, as if the network had broken, unless cct_broker_leave() came before.
void cct_broker_close(cct_broker *broker);

// poll(), mosquitto_loop_read(), mosquitto_loop_write(), mosquitto_loop_misc(): waits for the broker, for `wake` to be readable or for
// the time, and does what there is to do.
void cct_broker_turn(cct_broker *broker, int wake, int milliseconds);

enum cct_broker_state cct_broker_state(const cct_broker *broker);

// Why the connection ended; holds until the connection is closed.
const char *cct_broker_problem(const cct_broker *broker);

// mosquitto_subscribe() with QoS 1. Returns whether it was sent; cct_broker_refuses() tells what the broker says of it.
bool cct_broker_subscribe(cct_broker *broker, const char *topic);

// Whether the broker refused a subscription, since the call before.
bool cct_broker_refuses(cct_broker *broker);

// mosquitto_publish(). Returns the message's number, above 0, or 0 if the connection broke, or -1 if this message cannot be sent.
int cct_broker_publish(cct_broker *broker, const char *topic, const void *payload, size_t length, int qos, bool retain);

// The number of a message that the broker has confirmed, or with QoS 0, that was sent; 0 if there is none.
int cct_broker_next_confirmed(cct_broker *broker);

// The next message from the broker. Returns whether there was one.
bool cct_broker_next_message(cct_broker *broker, struct cct_broker_message *message);

// How many messages of the broker were dropped since the call before: more than 64 waited, or one was longer than 64 kB.
uint32_t cct_broker_dropped(cct_broker *broker);

// mosquitto_disconnect(): says good-bye, so that the broker does not publish the will; cct_broker_turn() sends it.
void cct_broker_leave(cct_broker *broker);

#endif

#define _GNU_SOURCE
#include "cmosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mosquitto.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: The library

#define FUNCTIONS(X)                                                                                                   \
  X(mosquitto_lib_init)                                                                                                \
  X(mosquitto_new)                                                                                                     \
  X(mosquitto_destroy)                                                                                                 \
  X(mosquitto_username_pw_set)                                                                                         \
  X(mosquitto_will_set)                                                                                                \
  X(mosquitto_tls_set)                                                                                                 \
  X(mosquitto_connect)                                                                                                 \
  X(mosquitto_disconnect)                                                                                              \
  X(mosquitto_publish)                                                                                                 \
  X(mosquitto_subscribe)                                                                                               \
  X(mosquitto_loop_read)                                                                                               \
  X(mosquitto_loop_write)                                                                                              \
  X(mosquitto_loop_misc)                                                                                               \
  X(mosquitto_socket)                                                                                                  \
  X(mosquitto_want_write)                                                                                              \
  X(mosquitto_strerror)                                                                                                \
  X(mosquitto_connack_string)                                                                                          \
  X(mosquitto_connect_callback_set)                                                                                    \
  X(mosquitto_disconnect_callback_set)                                                                                 \
  X(mosquitto_publish_callback_set)                                                                                    \
  X(mosquitto_subscribe_callback_set)                                                                                  \
  X(mosquitto_message_callback_set)                                                                                    \
  X(mosquitto_log_callback_set)                                                                                        \
  X(mosquitto_max_inflight_messages_set)

static struct {
#define FIELD(name) __typeof__(&name) name;
  FUNCTIONS(FIELD)
#undef FIELD
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char load_problem[256];

// The library's name for programs that run, which its package has; the one without a number is for those that are built.
static const char library_name[] = "libmosquitto.so.1";

static void load(void) {
  void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(load_problem, sizeof load_problem, "%s", dlerror());
    return;
  }
#define FIND(name)                                                                                                     \
  library.name = (__typeof__(library.name))dlsym(handle, #name);                                                       \
  if (!library.name) {                                                                                                 \
    snprintf(load_problem, sizeof load_problem, "%s has no %s", library_name, #name);                                  \
    return;                                                                                                            \
  }
  FUNCTIONS(FIND)
#undef FIND
  if (library.mosquitto_lib_init() != MOSQ_ERR_SUCCESS)
    snprintf(load_problem, sizeof load_problem, "%s does not start", library_name);
}

const char *cct_broker_load(void) {
  pthread_once(&once, load);
  return load_problem[0] ? load_problem : NULL;
}

// MARK: A connection

// More confirmations than messages are in flight, which is the caller's limit.
enum { CONFIRMED_LIMIT = 256, MESSAGE_LIMIT = 64, LENGTH_LIMIT = 65536, PROBLEM_LIMIT = 256 };

// A message of the broker that waits.
struct message {
  char *topic;
  void *payload;
  size_t length;
  bool retained;
};

struct cct_broker {
  struct mosquitto *client;
  enum cct_broker_state state;
  bool leaves;
  bool refuses;
  char problem[PROBLEM_LIMIT];
  char hint[PROBLEM_LIMIT];  // the last error that the library logged, which says more than its numbers
  int confirmed[CONFIRMED_LIMIT];
  unsigned confirmed_first, confirmed_count;
  struct message messages[MESSAGE_LIMIT];
  unsigned message_first, message_count;
  struct message told;
  uint32_t dropped;
};

static void end(cct_broker *broker, const char *problem) {
  if (broker->state == CCT_BROKER_ENDED) return;
  broker->state = CCT_BROKER_ENDED;
  if (broker->hint[0] && !broker->leaves)
    snprintf(broker->problem, sizeof broker->problem, "%.120s (%.120s)", problem, broker->hint);
  else
    snprintf(broker->problem, sizeof broker->problem, "%s", problem);
}

// Ends the connection for an error of the library; MOSQ_ERR_ERRNO means errno.
static void fail(cct_broker *broker, int error) {
  int number = errno;
  if (error == MOSQ_ERR_EAI) return end(broker, "its name is not known, or there is no name server");
  end(broker, error == MOSQ_ERR_ERRNO ? strerror(number) : library.mosquitto_strerror(error));
}

static void on_connect(struct mosquitto *client, void *context, int code) {
  (void)client;
  cct_broker *broker = context;
  if (code == 0)
    broker->state = CCT_BROKER_CONNECTED;
  else
    end(broker, library.mosquitto_connack_string(code));
}

static void on_disconnect(struct mosquitto *client, void *context, int code) {
  (void)client;
  cct_broker *broker = context;
  if (code == 0) return end(broker, "disconnected");
  fail(broker, code);
}

static void on_publish(struct mosquitto *client, void *context, int number) {
  (void)client;
  cct_broker *broker = context;
  if (broker->confirmed_count == CONFIRMED_LIMIT) return;
  broker->confirmed[(broker->confirmed_first + broker->confirmed_count++) % CONFIRMED_LIMIT] = number;
}

static void on_subscribe(struct mosquitto *client, void *context, int number, int count, const int *granted) {
  (void)client, (void)number;
  cct_broker *broker = context;
  // The broker's lists of who may read what say 128 for no.
  for (int index = 0; index < count; index++)
    if (granted[index] >= 128) broker->refuses = true;
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *come) {
  (void)client;
  cct_broker *broker = context;
  if (broker->message_count == MESSAGE_LIMIT || come->payloadlen < 0 || come->payloadlen > LENGTH_LIMIT) {
    broker->dropped++;
    return;
  }
  struct message message = {.topic = strdup(come->topic), .length = (size_t)come->payloadlen, .retained = come->retain};
  message.payload = malloc(message.length ? message.length : 1);
  if (!message.topic || !message.payload) {
    free(message.topic);
    free(message.payload);
    broker->dropped++;
    return;
  }
  if (message.length) memcpy(message.payload, come->payload, message.length);
  broker->messages[(broker->message_first + broker->message_count++) % MESSAGE_LIMIT] = message;
}

static void on_log(struct mosquitto *client, void *context, int level, const char *text) {
  (void)client;
  cct_broker *broker = context;
  if (level != MOSQ_LOG_ERR) return;
  snprintf(broker->hint, sizeof broker->hint, "%s", text);
  broker->hint[strcspn(broker->hint, "\r\n")] = 0;
}

// The folder of certificates that Debian and its like keep for all programs.
static const char system_certificates[] = "/etc/ssl/certs";

static int configure(cct_broker *broker, const struct cct_broker_settings *settings) {
  struct mosquitto *client = broker->client;
  library.mosquitto_connect_callback_set(client, on_connect);
  library.mosquitto_disconnect_callback_set(client, on_disconnect);
  library.mosquitto_publish_callback_set(client, on_publish);
  library.mosquitto_subscribe_callback_set(client, on_subscribe);
  library.mosquitto_message_callback_set(client, on_message);
  library.mosquitto_log_callback_set(client, on_log);
  // The caller has a limit of its own, for the order of what is sent again.
  int error = library.mosquitto_max_inflight_messages_set(client, 0);
  if (!error && settings->user) error = library.mosquitto_username_pw_set(client, settings->user, settings->password);
  if (!error && settings->tls)
    error = library.mosquitto_tls_set(
      client, settings->ca, settings->ca ? NULL : system_certificates, settings->certificate, settings->key, NULL);
  if (!error)
    error = library.mosquitto_will_set(client, settings->will_topic, (int)strlen(settings->will), settings->will, 1, true);
  return error;
}

cct_broker *cct_broker_open(const struct cct_broker_settings *settings) {
  cct_broker *broker = calloc(1, sizeof *broker);
  if (!broker) return NULL;
  broker->client = library.mosquitto_new(settings->id, true, broker);
  if (!broker->client) {
    free(broker);
    return NULL;
  }
  int error = configure(broker, settings);
  if (!error) error = library.mosquitto_connect(broker->client, settings->host, settings->port, settings->keepalive);
  if (error) {
    fail(broker, error);
    return broker;
  }
  // The library's own socket would be inherited by programs that are started.
  int fd = library.mosquitto_socket(broker->client);
  if (fd >= 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
  return broker;
}

static void release(struct message *message) {
  free(message->topic);
  free(message->payload);
  *message = (struct message){0};
}

void cct_broker_close(cct_broker *broker) {
  if (!broker) return;
  library.mosquitto_destroy(broker->client);
  for (unsigned index = 0; index < MESSAGE_LIMIT; index++) release(&broker->messages[index]);
  release(&broker->told);
  free(broker);
}

void cct_broker_turn(cct_broker *broker, int wake, int milliseconds) {
  struct pollfd requests[2] = {{.fd = wake, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
  if (broker->state != CCT_BROKER_ENDED) {
    requests[1].fd = library.mosquitto_socket(broker->client);
    if (requests[1].fd < 0) end(broker, "the connection was lost");
    if (library.mosquitto_want_write(broker->client)) requests[1].events |= POLLOUT;
  }
  int count = poll(requests, 2, milliseconds);
  if (broker->state == CCT_BROKER_ENDED) return;
  int error = MOSQ_ERR_SUCCESS;
  if (count > 0 && requests[1].revents & (POLLIN | POLLERR | POLLHUP)) error = library.mosquitto_loop_read(broker->client, 1);
  if (!error && requests[1].revents & POLLOUT) error = library.mosquitto_loop_write(broker->client, 1);
  if (!error) error = library.mosquitto_loop_misc(broker->client);
  if (error) return fail(broker, error);
  // A TLS connection that is refused counts as a success, and its socket is readable for ever.
  if (requests[1].revents & (POLLERR | POLLHUP) && !(requests[1].revents & POLLIN)) end(broker, "the connection was lost");
}

enum cct_broker_state cct_broker_state(const cct_broker *broker) { return broker->state; }

const char *cct_broker_problem(const cct_broker *broker) { return broker->problem; }

bool cct_broker_subscribe(cct_broker *broker, const char *topic) {
  return library.mosquitto_subscribe(broker->client, NULL, topic, 1) == MOSQ_ERR_SUCCESS;
}

bool cct_broker_refuses(cct_broker *broker) {
  bool refuses = broker->refuses;
  broker->refuses = false;
  return refuses;
}

int cct_broker_publish(cct_broker *broker, const char *topic, const void *payload, size_t length, int qos, bool retain) {
  int number = 0;
  int error = library.mosquitto_publish(broker->client, &number, topic, (int)length, payload, qos, retain);
  switch (error) {
    case MOSQ_ERR_SUCCESS: return number;
    case MOSQ_ERR_INVAL:
    case MOSQ_ERR_PAYLOAD_SIZE:
    case MOSQ_ERR_MALFORMED_UTF8:
    case MOSQ_ERR_OVERSIZE_PACKET: return -1;
    default: fail(broker, error); return 0;
  }
}

int cct_broker_next_confirmed(cct_broker *broker) {
  if (!broker->confirmed_count) return 0;
  int number = broker->confirmed[broker->confirmed_first];
  broker->confirmed_first = (broker->confirmed_first + 1) % CONFIRMED_LIMIT;
  broker->confirmed_count--;
  return number;
}

bool cct_broker_next_message(cct_broker *broker, struct cct_broker_message *message) {
  release(&broker->told);
  if (!broker->message_count) return false;
  broker->told = broker->messages[broker->message_first];
  broker->messages[broker->message_first] = (struct message){0};
  broker->message_first = (broker->message_first + 1) % MESSAGE_LIMIT;
  broker->message_count--;
  *message = (struct cct_broker_message){broker->told.topic, broker->told.payload, broker->told.length, broker->told.retained};
  return true;
}

uint32_t cct_broker_dropped(cct_broker *broker) {
  uint32_t count = broker->dropped;
  broker->dropped = 0;
  return count;
}

void cct_broker_leave(cct_broker *broker) {
  broker->leaves = true;
  if (library.mosquitto_disconnect(broker->client) != MOSQ_ERR_SUCCESS) end(broker, "disconnected");
}

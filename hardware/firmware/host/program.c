/* The strip controller as a program on a PC: the core, with a pseudo-terminal for its wire and lines of text for its
 * lights.
 *
 *   tavola-strip [--link PATH] [--id HEX] [--reset-cause N] [--parent PID]
 *
 * Output, one line each, flushed at once:
 *   READY TERMINAL          the pseudo-terminal is open; --link made PATH a symbolic link to it, as udev's by-id does
 *   LATCH SECONDS GRBGRB..  the strip latched these colours, in hexadecimal; time of CLOCK_MONOTONIC
 * Input, one command a line: "reset N" restarts the core with reset cause N. The program ends, and takes its link away,
 * when its input ends, when its parent is gone (--parent: from the very start), and on SIGTERM, SIGINT and SIGHUP: it
 * never outlives who started it. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "strip.h"

/* The longest the core goes without being told the time. */
#define TICK_MS 5

typedef struct {
  strip_t strip;
  strip_identity_t identity;
  int terminal, other_end; /* our end of the pseudo-terminal, and the host's, held open so that hosts may come and go */
  const char *link;
  char name[128];
  uint64_t start_us, latched_us;
  uint8_t waiting; /* colours have changed and are not latched yet */
  char command[32];
  size_t command_length;
  uint8_t out[256];
  size_t out_length;
} program_t;

static volatile sig_atomic_t told_to_end;

static void on_signal(int number) {
  (void)number;
  told_to_end = 1;
}

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static int fail(const char *what) {
  fprintf(stderr, "tavola-strip: %s: %s\n", what, strerror(errno));
  return 1;
}

/* Put a link in place in one step, so that nobody ever finds half of a change. */
static int make_link(const char *name, const char *link) {
  char beside[4096];
  int length = snprintf(beside, sizeof beside, "%s.%ld", link, (long)getpid());
  if (length < 0 || (size_t)length >= sizeof beside) {
    errno = ENAMETOOLONG;
    return -1;
  }
  if (symlink(name, beside)) return -1;
  if (rename(beside, link)) {
    int why = errno;
    unlink(beside);
    errno = why;
    return -1;
  }
  return 0;
}

/* Take the link away, unless it has become another's. */
static void remove_link(const program_t *program) {
  char target[sizeof program->name];
  ssize_t length;
  if (!program->link) return;
  length = readlink(program->link, target, sizeof target);
  if (length == (ssize_t)strlen(program->name) && !memcmp(target, program->name, (size_t)length)) unlink(program->link);
}

static int open_terminal(program_t *program) {
  struct termios settings;
  const char *name;
  program->terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (program->terminal < 0 || grantpt(program->terminal) || unlockpt(program->terminal)) return fail("no pseudo-terminal");
  name = ptsname(program->terminal);
  if (!name || strlen(name) >= sizeof program->name) return fail("no name for the pseudo-terminal");
  strcpy(program->name, name);
  program->other_end = open(name, O_RDWR | O_NOCTTY);
  if (program->other_end < 0 || tcgetattr(program->other_end, &settings)) return fail(name);
  cfmakeraw(&settings);
  if (tcsetattr(program->other_end, TCSANOW, &settings)) return fail(name);
  if (fcntl(program->terminal, F_SETFL, O_NONBLOCK)) return fail(name);
  if (program->link && make_link(program->name, program->link)) return fail(program->link);
  printf("READY %s\n", program->name);
  return 0;
}

/* Show what has changed, no sooner after the last time than real lights allow. */
static void latch(program_t *program) {
  uint8_t grb[STRIP_LEDS * 3];
  uint64_t now = now_us();
  if (strip_dirty(&program->strip)) program->waiting = 1;
  if (!program->waiting || now - program->latched_us < STRIP_LATCH_US) return;
  strip_render(&program->strip, grb);
  printf("LATCH %llu.%06llu ", (unsigned long long)(now / 1000000u), (unsigned long long)(now % 1000000u));
  for (size_t i = 0; i < sizeof grb; i++) printf("%02x", grb[i]);
  putchar('\n');
  program->latched_us = now;
  program->waiting = 0;
}

static void tick(program_t *program) { strip_tick(&program->strip, (uint32_t)((now_us() - program->start_us) / 1000u)); }

static void restart(program_t *program, uint8_t cause) {
  program->start_us = now_us();
  program->out_length = 0;
  strip_init(&program->strip, &program->identity, cause);
}

static void on_command(program_t *program) {
  int cause;
  program->command[program->command_length] = '\0';
  program->command_length = 0;
  if (sscanf(program->command, "reset %d", &cause) == 1 && cause >= 0 && cause <= 255)
    restart(program, (uint8_t)cause);
  else
    fprintf(stderr, "tavola-strip: unknown command: %s\n", program->command);
}

/* Returns 0 once the input has ended. */
static int read_commands(program_t *program) {
  char bytes[64];
  ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
  if (length < 0) return errno == EINTR || errno == EAGAIN;
  for (ssize_t i = 0; i < length; i++) {
    if (bytes[i] == '\n')
      on_command(program);
    else if (program->command_length < sizeof program->command - 1)
      program->command[program->command_length++] = bytes[i];
  }
  return length > 0;
}

/* Move replies to the wire as far as it takes them; the rest waits here, then in the core, which drops whole replies. */
static void write_replies(program_t *program) {
  ssize_t length;
  int16_t byte;
  while (program->out_length < sizeof program->out && (byte = strip_tx_pop(&program->strip)) >= 0)
    program->out[program->out_length++] = (uint8_t)byte;
  if (!program->out_length) return;
  length = write(program->terminal, program->out, program->out_length);
  if (length <= 0) return;
  program->out_length -= (size_t)length;
  memmove(program->out, program->out + length, program->out_length);
}

static void read_wire(program_t *program) {
  uint8_t bytes[256];
  ssize_t length = read(program->terminal, bytes, sizeof bytes);
  for (ssize_t i = 0; i < length; i++) {
    strip_rx(&program->strip, bytes[i]);
    /* Latched before the reply leaves: who has read an ACK finds the colours already told. */
    if (bytes[i] == 0) latch(program);
    if (program->out_length < sizeof program->out / 2) write_replies(program);
  }
}

static void run(program_t *program, pid_t parent) {
  while (!told_to_end && getppid() == parent) {
    struct pollfd ends[2] = {{program->terminal, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    int timeout = program->waiting ? 1 : TICK_MS;
    if (program->out_length) ends[0].events |= POLLOUT;
    if (poll(ends, 2, timeout) < 0 && errno != EINTR) return;
    tick(program);
    if (ends[1].revents && !read_commands(program)) return;
    if (ends[0].revents & POLLIN) read_wire(program);
    latch(program);
    write_replies(program);
    if (ferror(stdout)) return; /* nobody listens any more */
  }
}

static int read_id(const char *text, uint8_t *unique_id) {
  char *end;
  unsigned long long value;
  errno = 0;
  value = strtoull(text, &end, 16);
  if (errno || *end || end == text) return 0;
  for (int i = 0; i < 8; i++) unique_id[i] = (uint8_t)(value >> (8 * i));
  return 1;
}

static int read_number(const char *text, long most, long *number) {
  char *end;
  errno = 0;
  *number = strtol(text, &end, 10);
  return !errno && !*end && end != text && *number >= 0 && *number <= most;
}

int main(int count, char **arguments) {
  static program_t program = {.identity = {.board = PROTO_BOARD_PC, .unique_id = {1}}};
  struct sigaction action = {.sa_handler = on_signal};
  long parent = getppid(), cause = 1;
  int status;
  for (int i = 1; i < count; i += 2) {
    const char *name = arguments[i], *value = arguments[i + 1];
    int understood = 0;
    if (value && !strcmp(name, "--link")) understood = (program.link = value) != NULL;
    if (value && !strcmp(name, "--id")) understood = read_id(value, program.identity.unique_id);
    if (value && !strcmp(name, "--reset-cause")) understood = read_number(value, 255, &cause);
    if (value && !strcmp(name, "--parent")) understood = read_number(value, INT_MAX, &parent);
    if (!understood) {
      fprintf(stderr, "usage: tavola-strip [--link PATH] [--id HEX] [--reset-cause N] [--parent PID]\n");
      return 2;
    }
  }
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  restart(&program, (uint8_t)cause);
  status = open_terminal(&program);
  if (!status) run(&program, (pid_t)parent);
  remove_link(&program);
  return status;
}

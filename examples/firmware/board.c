// A Cortex-M4 without an operating system: the Arm MPS2 board with the image AN386, as qemu-system-arm has it.
#include "board.h"
#include "trace.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

int main(void);
void *_sbrk(ptrdiff_t count);

extern uint32_t __data_source, __data_start, __data_end, __bss_start, __bss_end, __stack_top;
extern char __heap_start, __heap_end;

// MARK: Start

void reset(void) {
  uint32_t *from = &__data_source;
  for (uint32_t *to = &__data_start; to < &__data_end;) *to++ = *from++;
  for (uint32_t *to = &__bss_start; to < &__bss_end;) *to++ = 0;
  // SysTick counts down from 2^24 - 1 with the processor's clock.
  volatile uint32_t *systick = (uint32_t *)0xE000E010;
  systick[1] = 0x00FFFFFF;
  systick[2] = 0;
  systick[0] = 5;
  main();
}

static int semihosting(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static _Noreturn void leave(uint32_t reason) {
  semihosting(0x18, (const void *)reason);
  for (;;) {}
}

_Noreturn void fault(void) { leave(0x20023); }

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    &__stack_top, reset, fault, fault, fault, fault, fault};

// MARK: Output

static void print(const char *text) { semihosting(0x04, text); }

static void print_number(int64_t number) {
  char digits[24], *place = digits + sizeof digits;
  *--place = 0;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  do *--place = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) *--place = '-';
  print(place);
}

void board_beat(int64_t time, int64_t interval, int32_t zone) {
  print("beat ");
  print_number(time);
  print(" us, interval ");
  print_number(interval);
  print(" us, zone ");
  print_number(zone);
  print("\n");
}

void board_end(int32_t rows, int32_t beats, uint64_t ticks) {
  print("end ");
  print_number(rows);
  print(" rows, ");
  print_number(beats);
  print(" beats\n");
  // With one instruction a nanosecond of the emulated time, and a clock of 25 MHz, a tick is 40 instructions.
  print("instructions a row ");
  print_number((int64_t)(ticks * 40 / (uint64_t)rows));
  print("\nheap ");
  print_number((char *)_sbrk(0) - &__heap_start);
  print(" bytes\n");
  leave(0x20026);
}

uint32_t board_ticks(void) { return *(volatile uint32_t *)0xE000E018; }
uint32_t board_ticks_since(uint32_t start) { return (start - board_ticks()) & 0x00FFFFFF; }

// MARK: What Swift and the C library ask for

void *_sbrk(ptrdiff_t count) {
  static char *end = &__heap_start;
  if (end + count > &__heap_end) {
    errno = ENOMEM;
    return (void *)-1;
  }
  char *start = end;
  end += count;
  return start;
}

int posix_memalign(void **place, size_t alignment, size_t count) {
  *place = memalign(alignment, count);
  return *place ? 0 : ENOMEM;
}

// Seeds of hash tables: the same each time.
void arc4random_buf(void *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) ((char *)bytes)[index] = (char)index;
}

// The C library's own prints by its streams, which need files.
void __assert_func(const char *file, int line, const char *function, const char *assertion) {
  (void)file, (void)line, (void)function;
  print(assertion);
  fault();
}

void _exit(int status) {
  leave(status ? 0x20023 : 0x20026);
  for (;;) {}
}

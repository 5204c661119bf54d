// The templates of the pages that the tool writes, as bytes in the program.
#ifndef LUBDUB_PAGE_H
#define LUBDUB_PAGE_H

#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} page_file;

// The templates of the pages; empty if tools/page was not run before the build.
// A session that the page can run again.
extern const page_file page_of_session;
// Tables and charts of a benchmark or a search.
extern const page_file page_of_bench;
// Haptic files.
extern const page_file page_of_preview;
// The designer of a pattern.
extern const page_file page_of_design;
// A keepsake, and a button that saves it as PNG.
extern const page_file page_of_keepsake;

// The pipeline as WebAssembly, compressed by gzip; empty if tools/wasm was not run before the build.
extern const page_file page_engine;
// The catalog of the settings that the engine knows, as JSON; empty if tools/wasm was not run before the build.
extern const page_file page_engine_settings;

#endif

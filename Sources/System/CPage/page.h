// What the tool writes pages from, as bytes in the program.
#ifndef LUBDUB_PAGE_H
#define LUBDUB_PAGE_H

#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} page_file;

// The pages, with places for what they show; no bytes where tools/page had not been run.
// A session that runs again in the page.
extern const page_file page_of_session;
// Tables and charts of a benchmark or a search.
extern const page_file page_of_bench;
// Haptic files.
extern const page_file page_of_preview;
// One pattern, to design it.
extern const page_file page_of_design;
// A keepsake, and a button that saves it as PNG.
extern const page_file page_of_keepsake;

// The pipeline as WebAssembly, compressed by gzip; no bytes where tools/wasm had not been run.
extern const page_file page_engine;
// The catalog of the settings that the engine knows, as JSON; no bytes where tools/wasm had not been run.
extern const page_file page_engine_settings;

#endif

// The files of the pages that the tool writes, from the folder web, as bytes in the program.
#ifndef LUBDUB_PAGE_H
#define LUBDUB_PAGE_H

#include <stddef.h>

typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} page_file;

typedef struct {
  // With places for the other parts.
  page_file document;
  // In the order in which they can be put one after another.
  const page_file *scripts;
  size_t script_count;
  // The same, for scripts that the others unpack.
  const page_file *packed_scripts;
  size_t packed_script_count;
} page_template;

// A session that runs again in the page.
extern const page_template page_of_session;
// Tables and charts of a benchmark or a search.
extern const page_template page_of_bench;
// Haptic files.
extern const page_template page_of_preview;
// A keepsake, and a button that saves it as PNG.
extern const page_template page_of_keepsake;

// The style of all pages.
extern const page_file page_style;

// The pipeline as WebAssembly, compressed by LZMA; no bytes where tools/wasm had not been run.
extern const page_file page_engine;

// The catalog of the settings that the engine knows, as JSON; no bytes where tools/wasm had not been run.
extern const page_file page_engine_settings;

#endif

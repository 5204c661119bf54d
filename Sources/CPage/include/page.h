// The files of the page that the tool writes, from the folder web, as bytes in the program.
#ifndef LUBDUB_PAGE_H
#define LUBDUB_PAGE_H

#include <stddef.h>

typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} page_file;

// The scripts, in the order in which they can be put one after another.
extern const page_file *const page_scripts;
extern const size_t page_script_count;

// The document, with places for the other parts, and its style.
extern const page_file page_document;
extern const page_file page_style;

// The document of a preview of haptic files, which has the same style, and its script.
extern const page_file page_preview;
extern const page_file page_preview_script;

// The pipeline as WebAssembly, compressed by gzip; no bytes where tools/wasm had not been run.
extern const page_file page_engine;

#endif

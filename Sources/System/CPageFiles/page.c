// tools/page and tools/wasm write the files, and touch this file, so that the next build includes them.
#include "../CPage/page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_OF(bytes) {bytes, sizeof bytes}
#define NO_FILE {0, 0}

#if __has_embed("../../../web/pages/page.html") == __STDC_EMBED_FOUND__
static const unsigned char session[] = {
#embed "../../../web/pages/page.html"
};
static const unsigned char bench[] = {
#embed "../../../web/pages/bench.html"
};
static const unsigned char preview[] = {
#embed "../../../web/pages/preview.html"
};
static const unsigned char design[] = {
#embed "../../../web/pages/design.html"
};
static const unsigned char keepsake[] = {
#embed "../../../web/pages/keepsake.html"
};
const page_file page_of_session = FILE_OF(session);
const page_file page_of_bench = FILE_OF(bench);
const page_file page_of_preview = FILE_OF(preview);
const page_file page_of_design = FILE_OF(design);
const page_file page_of_keepsake = FILE_OF(keepsake);
#else
const page_file page_of_session = NO_FILE;
const page_file page_of_bench = NO_FILE;
const page_file page_of_preview = NO_FILE;
const page_file page_of_design = NO_FILE;
const page_file page_of_keepsake = NO_FILE;
#endif

#if __has_embed("../../../web/engine/engine.wasm.gz") == __STDC_EMBED_FOUND__
static const unsigned char engine[] = {
#embed "../../../web/engine/engine.wasm.gz"
};
static const unsigned char settings[] = {
#embed "../../../web/engine/settings.json"
};
const page_file page_engine = FILE_OF(engine);
const page_file page_engine_settings = FILE_OF(settings);
#else
const page_file page_engine = NO_FILE;
const page_file page_engine_settings = NO_FILE;
#endif

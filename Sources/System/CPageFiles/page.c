#include "../CPage/page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char document[] = {
#embed "../../../web/page.html"
};
static const unsigned char bench_document[] = {
#embed "../../../web/bench.html"
};
static const unsigned char style[] = {
#embed "../../../web/page.css"
};
static const unsigned char bytes[] = {
#embed "../../../web/bytes.js"
};
static const unsigned char unpack[] = {
#embed "../../../web/unpack.js"
};
static const unsigned char rows[] = {
#embed "../../../web/rows.js"
};
static const unsigned char engine[] = {
#embed "../../../web/engine.js"
};
static const unsigned char scale[] = {
#embed "../../../web/scale.js"
};
static const unsigned char columns[] = {
#embed "../../../web/columns.js"
};
static const unsigned char numbers[] = {
#embed "../../../web/numbers.js"
};
static const unsigned char palette[] = {
#embed "../../../web/palette.js"
};
static const unsigned char session[] = {
#embed "../../../web/session.js"
};
static const unsigned char faults[] = {
#embed "../../../web/faults.js"
};
static const unsigned char track[] = {
#embed "../../../web/track.js"
};
static const unsigned char track_distance[] = {
#embed "../../../web/track-distance.js"
};
static const unsigned char track_pulse[] = {
#embed "../../../web/track-pulse.js"
};
static const unsigned char track_zones[] = {
#embed "../../../web/track-zones.js"
};
static const unsigned char track_evidence[] = {
#embed "../../../web/track-evidence.js"
};
static const unsigned char track_beats[] = {
#embed "../../../web/track-beats.js"
};
static const unsigned char track_ceremony[] = {
#embed "../../../web/track-ceremony.js"
};
static const unsigned char vector[] = {
#embed "../../../web/vector.js"
};
static const unsigned char gestures[] = {
#embed "../../../web/gestures.js"
};
static const unsigned char chart[] = {
#embed "../../../web/chart.js"
};
static const unsigned char elements[] = {
#embed "../../../web/elements.js"
};
static const unsigned char figures[] = {
#embed "../../../web/figures.js"
};
static const unsigned char changes[] = {
#embed "../../../web/changes.js"
};
static const unsigned char draft[] = {
#embed "../../../web/draft.js"
};
static const unsigned char field[] = {
#embed "../../../web/field.js"
};
static const unsigned char handles[] = {
#embed "../../../web/handles.js"
};
static const unsigned char settings[] = {
#embed "../../../web/settings.js"
};
static const unsigned char controls[] = {
#embed "../../../web/controls.js"
};
static const unsigned char sound[] = {
#embed "../../../web/sound.js"
};
static const unsigned char player[] = {
#embed "../../../web/player.js"
};
static const unsigned char save[] = {
#embed "../../../web/save.js"
};
static const unsigned char sortable[] = {
#embed "../../../web/sortable.js"
};
static const unsigned char scatter[] = {
#embed "../../../web/scatter.js"
};
static const unsigned char bench[] = {
#embed "../../../web/bench.js"
};
static const unsigned char live[] = {
#embed "../../../web/live.js"
};
static const unsigned char worker[] = {
#embed "../../../web/worker.js"
};
static const unsigned char engines[] = {
#embed "../../../web/engines.js"
};
static const unsigned char entry[] = {
#embed "../../../web/entry.js"
};
static const unsigned char track_pattern[] = {
#embed "../../../web/track-pattern.js"
};
static const unsigned char sessions[] = {
#embed "../../../web/sessions.js"
};
static const unsigned char losses[] = {
#embed "../../../web/losses.js"
};
static const unsigned char trace[] = {
#embed "../../../web/trace.js"
};
static const unsigned char mapping[] = {
#embed "../../../web/mapping.js"
};
static const unsigned char felt[] = {
#embed "../../../web/felt.js"
};
static const unsigned char dropped[] = {
#embed "../../../web/dropped.js"
};
static const unsigned char fragment[] = {
#embed "../../../web/fragment.js"
};
static const unsigned char variants[] = {
#embed "../../../web/variants.js"
};
static const unsigned char listen[] = {
#embed "../../../web/listen.js"
};
static const unsigned char lzma[] = {
#embed "../../../web/lzma.js"
};
static const unsigned char main_script[] = {
#embed "../../../web/main.js"
};
static const unsigned char preview_document[] = {
#embed "../../../web/preview.html"
};
static const unsigned char preview_script[] = {
#embed "../../../web/preview.js"
};

static const unsigned char keepsake_document[] = {
#embed "../../../web/keepsake.html"
};
static const unsigned char keepsake_script[] = {
#embed "../../../web/keepsake.js"
};

static const page_file loading_scripts[] = {
    {"bytes.js", bytes, sizeof bytes},
    {"unpack.js", unpack, sizeof unpack},
};

static const page_file scripts[] = {
    {"bytes.js", bytes, sizeof bytes},
    {"rows.js", rows, sizeof rows},
    {"engine.js", engine, sizeof engine},
    {"lzma.js", lzma, sizeof lzma},
    {"worker.js", worker, sizeof worker},
    {"engines.js", engines, sizeof engines},
    {"scale.js", scale, sizeof scale},
    {"columns.js", columns, sizeof columns},
    {"numbers.js", numbers, sizeof numbers},
    {"palette.js", palette, sizeof palette},
    {"session.js", session, sizeof session},
    {"entry.js", entry, sizeof entry},
    {"faults.js", faults, sizeof faults},
    {"track.js", track, sizeof track},
    {"track-distance.js", track_distance, sizeof track_distance},
    {"track-pulse.js", track_pulse, sizeof track_pulse},
    {"track-zones.js", track_zones, sizeof track_zones},
    {"track-evidence.js", track_evidence, sizeof track_evidence},
    {"track-beats.js", track_beats, sizeof track_beats},
    {"track-ceremony.js", track_ceremony, sizeof track_ceremony},
    {"felt.js", felt, sizeof felt},
    {"track-pattern.js", track_pattern, sizeof track_pattern},
    {"vector.js", vector, sizeof vector},
    {"gestures.js", gestures, sizeof gestures},
    {"chart.js", chart, sizeof chart},
    {"elements.js", elements, sizeof elements},
    {"sortable.js", sortable, sizeof sortable},
    {"figures.js", figures, sizeof figures},
    {"changes.js", changes, sizeof changes},
    {"sessions.js", sessions, sizeof sessions},
    {"losses.js", losses, sizeof losses},
    {"settings.js", settings, sizeof settings},
    {"draft.js", draft, sizeof draft},
    {"field.js", field, sizeof field},
    {"handles.js", handles, sizeof handles},
    {"controls.js", controls, sizeof controls},
    {"sound.js", sound, sizeof sound},
    {"player.js", player, sizeof player},
    {"save.js", save, sizeof save},
    {"trace.js", trace, sizeof trace},
    {"live.js", live, sizeof live},
    {"mapping.js", mapping, sizeof mapping},
    {"dropped.js", dropped, sizeof dropped},
    {"fragment.js", fragment, sizeof fragment},
    {"variants.js", variants, sizeof variants},
    {"listen.js", listen, sizeof listen},
    {"main.js", main_script, sizeof main_script},
};

static const page_file preview_scripts[] = {
    {"preview.js", preview_script, sizeof preview_script},
};

static const page_file keepsake_scripts[] = {
    {"elements.js", elements, sizeof elements},
    {"keepsake.js", keepsake_script, sizeof keepsake_script},
};

static const page_file bench_scripts[] = {
    {"scale.js", scale, sizeof scale},
    {"elements.js", elements, sizeof elements},
    {"sortable.js", sortable, sizeof sortable},
    {"scatter.js", scatter, sizeof scatter},
    {"bench.js", bench, sizeof bench},
};

const page_template page_of_session = {
    {"page.html", document, sizeof document},
    loading_scripts,
    sizeof loading_scripts / sizeof loading_scripts[0],
    scripts,
    sizeof scripts / sizeof scripts[0]};
const page_template page_of_bench = {
    {"bench.html", bench_document, sizeof bench_document},
    bench_scripts,
    sizeof bench_scripts / sizeof bench_scripts[0],
    0,
    0};
const page_template page_of_preview = {
    {"preview.html", preview_document, sizeof preview_document},
    preview_scripts,
    sizeof preview_scripts / sizeof preview_scripts[0],
    0,
    0};
const page_template page_of_keepsake = {
    {"keepsake.html", keepsake_document, sizeof keepsake_document},
    keepsake_scripts,
    sizeof keepsake_scripts / sizeof keepsake_scripts[0],
    0,
    0};
const page_file page_style = {"page.css", style, sizeof style};

// tools/wasm writes the file, and touches this one, so that the next build sees it.
#if __has_embed("../../../web/engine/engine.wasm.lzma") == __STDC_EMBED_FOUND__
static const unsigned char pipeline[] = {
#embed "../../../web/engine/engine.wasm.lzma"
};
const page_file page_engine = {"engine.wasm.lzma", pipeline, sizeof pipeline};
#else
const page_file page_engine = {"engine.wasm.lzma", (const unsigned char *)"", 0};
#endif

#if __has_embed("../../../web/engine/settings.json") == __STDC_EMBED_FOUND__
static const unsigned char engine_settings[] = {
#embed "../../../web/engine/settings.json"
};
const page_file page_engine_settings = {"settings.json", engine_settings, sizeof engine_settings};
#else
const page_file page_engine_settings = {"settings.json", (const unsigned char *)"", 0};
#endif

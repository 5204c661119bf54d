#include <stddef.h>

// Walks up to a peer, by the C interface only, and counts the beats; -1 where a call fails.
int client_beats(const char *options, size_t length);

// The words that the program was called with. Swift's CommandLine reads them from /proc on Linux, and has none where that
// is not mounted.
#ifndef LUBDUB_ARGUMENTS_H
#define LUBDUB_ARGUMENTS_H

// How many there are, the program's name included; 0 where only CommandLine knows them.
int argument_count(void);
char **argument_words(void);

#endif

// The arguments of the program. Swift's CommandLine reads them from /proc on Linux, and is empty if /proc is not mounted.
#ifndef LUBDUB_ARGUMENTS_H
#define LUBDUB_ARGUMENTS_H

// The number of arguments, including the program's name; 0 if only CommandLine knows them.
int argument_count(void);
char **argument_words(void);

#endif

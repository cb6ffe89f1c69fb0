// Files that vanish when the program ends before they have got their place.
#ifndef CSYSTEM_UNNAMED_FILE_H
#define CSYSTEM_UNNAMED_FILE_H

// open() flags of a file without a name in a folder; O_TMPFILE is a macro of two flags, which Swift does not import.
int cct_unnamed_file_flags(void);

// Removes a file when SIGHUP, SIGINT or SIGTERM ends the program; NULL forgets it. One file at a time: a later one takes
// the place of an earlier one. A signal that is caught or ignored stays so.
void cct_remove_on_signals(const char *path);

#endif

@rem npm starts scripts through a shell. `exec` has the shell of Linux and macOS replaced by the program, so that
@rem signals sent to npm reach it; in the shell of Windows, where there are none, this file stands in for the word.
@%*

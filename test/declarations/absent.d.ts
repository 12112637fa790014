// Stands for a package that is not installed: a file without exports is not a module, so its import is an error.

// Loaded with --import into the process of the service: it ends before it has heard anything.

process.exit(7);

// Loaded with --import into the process of the service: an uncaught error, once the service was asked to start.

process.once('message', () => {
  setImmediate(() => {
    throw new Error('a fault that nobody catches');
  });
});

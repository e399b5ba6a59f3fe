// Loaded with --import into the process of the service: a fault that nobody catches, once the service was asked to start.

process.once('message', () => {
  setImmediate(() => {
    throw new Error('a fault that nobody catches');
  });
});

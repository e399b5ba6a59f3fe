import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';

// Loaded with --import into the service of the app: the port to its parent, and nothing else that would take memory.

if (isMainThread) {
  const port = new EventEmitter();
  process.on('message', (data) => port.emit('message', { data }));
  process.on('disconnect', () => process.exit(1));
  const postMessage = (/** @type {object} */ message) => process.send?.(message);
  Object.assign(process, { parentPort: Object.assign(port, { postMessage }) });
}

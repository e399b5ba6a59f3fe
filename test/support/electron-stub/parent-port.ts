import { EventEmitter } from 'node:events';
import './asar-modules.ts';

// Loaded with --import into the process of the service: the port to its parent, which Electron has there.

const port = new EventEmitter();

// Messages wait in the channel until there is a listener, as they do in Electron.
port.once('newListener', () => process.on('message', (data) => port.emit('message', { data })));
process.on('disconnect', () => process.exit(1));

const postMessage = (message: object): void => {
  process.send?.(message);
};
Object.assign(process, { parentPort: Object.assign(port, { postMessage }) });

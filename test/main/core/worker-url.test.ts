import { expect, it } from 'vitest';
import { workerUrl } from '../../../src-main/core/worker-url.ts';

it.each([
  ['the source itself', '../store/hash-worker', 'file:///k/app/store.ts', 'file:///k/store/hash-worker.ts'],
  ['an entry beside the main file', '../store/hash-worker', 'file:///k/main.js', 'file:///k/hash-worker.js'],
  ['that entry, asked from a chunk', 'disk-worker', 'file:///k/chunks/a.js', 'file:///k/disk-worker.js'],
])('the code of a thread is %s', (_, name, self, address) => {
  expect(workerUrl(name, self).href).toBe(address);
});

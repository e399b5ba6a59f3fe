import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Numbered } from './answering-thread.ts';
import type { HashReply, HashRequest } from './hash-messages.ts';

/** Entry of the thread that hashes large blocks. */

parentPort?.on('message', ({ number, bytes, withContentHash }: Numbered<HashRequest>) => {
  const id = hash('sha1', bytes);
  const sha256 = withContentHash ? new Uint8Array(hash('sha256', bytes, 'buffer')) : null;
  const reply: Numbered<HashReply> = { number, bytes, id, sha256 };
  parentPort?.postMessage(reply, [bytes.buffer]);
});

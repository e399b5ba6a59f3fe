import { hash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { codeOf } from '../backend/backend.ts';
import { MOST_AT_ONCE_BYTES } from '../backend/disk/file-ops.ts';
import type {
  BlockReply,
  BlockRequest,
  HashReply,
  HashRequest,
  WriteReply,
  WriteRequest,
} from './hash-threads.ts';
import type { Numbered } from './worker-client.ts';

/** Entry of the threads that hash and write large blocks. */

parentPort?.on('message', ({ number, ...request }: Numbered<BlockRequest>) => {
  const answer = 'descriptor' in request ? written(request) : hashed(request);
  const reply: Numbered<BlockReply> = { number, ...answer };
  parentPort?.postMessage(reply, [reply.bytes.buffer]);
});

function hashed({ bytes, id: knownId, withContentHash }: HashRequest): HashReply {
  const id = knownId ?? hash('sha1', bytes);
  const sha256 = withContentHash ? new Uint8Array(hash('sha256', bytes, 'buffer')) : null;
  return { bytes, id, sha256 };
}

function written({ bytes, descriptor }: WriteRequest): WriteReply {
  try {
    let done = 0;
    while (done < bytes.length) {
      const most = Math.min(bytes.length - done, MOST_AT_ONCE_BYTES);
      done += writeSync(descriptor, bytes, done, most, done);
    }
    return { bytes, failure: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { bytes, failure: { code: codeOf(error), message } };
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Larger steps than the default run at the speed of the disk. */
const READ_BYTES = 1024 * 1024;
const PREFIX = 'part-';

/** Beginnings of files that come in several requests. They end with the process; nothing in a library names them. */
export type PartialFiles = ReturnType<typeof createPartialFiles>;

/** @param folder is swept when the object store opens */
export function createPartialFiles(folder: string, nowSeconds: () => number) {
  const pathOf = (key: string) => join(folder, PREFIX + createHash('sha256').update(key).digest('hex'));

  return {
    /** Bytes that are here; 0 when nothing is. */
    async sizeOf(key: string): Promise<number> {
      const found = await stat(pathOf(key)).catch(noEntry);
      return found?.size ?? 0;
    },

    /**
     * Writes the pieces from `offset` on and drops what was behind it. When it fails, what was before `offset` is left.
     * Bytes written.
     */
    async write(key: string, offset: number, pieces: AsyncIterable<Uint8Array>): Promise<number> {
      const file = await open(pathOf(key), offset === 0 ? 'w' : 'r+', 0o600);
      let isWhole = false;
      let at = offset;
      try {
        for await (const piece of pieces) {
          await file.write(piece, 0, piece.length, at);
          at += piece.length;
        }
        await file.truncate(at);
        isWhole = true;
        return at - offset;
      } finally {
        if (!isWhole) await file.truncate(offset);
        await file.close();
      }
    },

    read(key: string): AsyncIterable<Uint8Array> {
      return createReadStream(pathOf(key), { highWaterMark: READ_BYTES });
    },

    async remove(key: string): Promise<void> {
      await rm(pathOf(key), { force: true });
    },

    /** Removes what nothing was added to for so long. */
    async removeOlderThan(ms: number): Promise<void> {
      const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX));
      for (const name of names) {
        const path = join(folder, name);
        const found = await stat(path).catch(noEntry);
        if (found !== null && nowSeconds() * 1000 - found.mtimeMs > ms) await rm(path, { force: true });
      }
    },
  };
}

function noEntry(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

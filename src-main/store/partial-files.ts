import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DISK, type FileOps } from './backend/disk/file-ops.ts';

/** Larger steps than the default run at the speed of the disk. */
const READ_BYTES = 1024 * 1024;
const PREFIX = 'part-';

/** Beginnings of files that come in several requests. They end with the process; nothing in a library names them. */
export type PartialFiles = ReturnType<typeof createPartialFiles>;

export interface PartialFilesDependencies {
  /** Swept when the object store opens. */
  readonly folder: string;
  /** Throws when the disk has no room for so much more. */
  readonly accept: (sizeBytes: number) => Promise<void>;
  /** Absent: the disk's. */
  readonly ops?: Pick<FileOps, 'remove'>;
}

export function createPartialFiles({ folder, accept, ops = DISK }: PartialFilesDependencies) {
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
      let isComplete = false;
      let at = offset;
      try {
        for await (const piece of pieces) {
          await accept(piece.length);
          await writeWhole(file, piece, at);
          at += piece.length;
        }
        await file.truncate(at);
        isComplete = true;
        return at - offset;
      } finally {
        if (!isComplete) await file.truncate(offset);
        await file.close();
      }
    },

    read(key: string): AsyncIterable<Uint8Array> {
      return createReadStream(pathOf(key), { highWaterMark: READ_BYTES });
    },

    async remove(key: string): Promise<void> {
      await ops.remove(pathOf(key));
    },
  };
}

/** A nearly full disk may write only a part of the bytes without an error. */
async function writeWhole(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, position + done);
    done += bytesWritten;
  }
}

function noEntry(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

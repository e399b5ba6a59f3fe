import { applied, type ContentChange, type FileNode, type Survival } from './power-cut-disk.ts';
import type { SeededNumbers } from './seeded-numbers.ts';

/** What a disk writes in one piece. */
const SECTOR_BYTES = 512;

/** Nothing that was not synced is left. */
export const STRICT: Survival = { names: () => [], content: (file) => file.durable };

/** All names are left, but content that was not synced is not: files end where they were last synced. */
export const NAMES_ONLY: Survival = { names: (folder) => folder.pending, content: (file) => file.durable };

/** All names and sizes are left, but what was not synced of the content is zeros. */
export const NAMES_AND_SIZES: Survival = {
  names: (folder) => folder.pending,
  content: (file) => resized(file.durable, sizeAfter(file)),
};

/**
 * Any part of what was not synced is left: each change of names or not, each write whole, in part by sectors, or not
 * at all.
 */
export function randomSurvival(numbers: SeededNumbers): Survival {
  const likelihood = 0.1 + numbers.below(9) / 10;
  return {
    names: (folder) => folder.pending.filter(() => numbers.chance(likelihood)),
    content: (file) =>
      applied(
        file,
        file.pending.flatMap((change) => surviving(change, numbers, likelihood)),
      ),
  };
}

function surviving(change: ContentChange, numbers: SeededNumbers, likelihood: number): ContentChange[] {
  if (!numbers.chance(likelihood)) return [];
  if (change.kind === 'resize' || numbers.chance(0.7)) return [change];
  return sectorsOf(change).filter(() => numbers.chance(likelihood));
}

function sectorsOf({ offset, bytes }: { offset: number; bytes: Buffer }): ContentChange[] {
  const parts: ContentChange[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + SECTOR_BYTES - ((offset + at) % SECTOR_BYTES));
    parts.push({ kind: 'write', offset: offset + at, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return parts;
}

function sizeAfter({ durable, pending }: FileNode): number {
  let sizeBytes = durable.length;
  for (const change of pending) {
    sizeBytes =
      change.kind === 'write' ? Math.max(sizeBytes, change.offset + change.bytes.length) : change.sizeBytes;
  }
  return sizeBytes;
}

function resized(bytes: Buffer, sizeBytes: number): Buffer {
  if (sizeBytes === bytes.length) return bytes;
  return sizeBytes < bytes.length ? bytes.subarray(0, sizeBytes) : Buffer.concat([bytes], sizeBytes);
}

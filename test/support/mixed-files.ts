import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { generatedContent, xorshiftContent } from './generated-content.ts';
import { seededNumbers } from './seeded-numbers.ts';

/** Names that a client, a form or an address could get wrong. */
const TRICKY_NAMES = [
  'Grüße aus Köln.txt',
  '日本語のファイル.txt',
  'emoji 🎉.txt',
  'two  spaces and a trailing one ',
  ' leading space',
  "it's 100% + more & #1.txt",
  'say "hello".txt',
  'back\\slash.txt',
  'semi;colon=equals?.txt',
  '.hidden',
  'no.. dots',
  '~tilde',
  `${'long-'.repeat(48)}.txt`,
];

const FOLDERS = ['', 'plain', 'with space', 'Ünïcödé/日本', 'a/b/c/d/e/f/g/h', 'x & y/50% #1'];
const SMALL_BYTES = 6_000;
const LARGE_BYTES = 1_500_000;
/** One in so many is of more than a block's smallest size. */
const FILES_A_LARGE = 50;
const FILES_AN_EMPTY = 12;

export interface MixedFiles {
  readonly count: number;
  readonly seed: number;
}

/** Fills a folder with files of all sizes, names and depths, the same ones for the same seed. */
export function writeMixedFiles(root: string, { count, seed }: MixedFiles): void {
  const random = seededNumbers(seed);
  for (let number = 0; number < count; number += 1) {
    const tricky = TRICKY_NAMES[number];
    const name = tricky ?? `${random.pick(['report', 'Bild', 'ノート'])} ${number}.dat`;
    const path = join(root, random.pick(FOLDERS), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contentOf(number, random.below(SMALL_BYTES), seed));
  }
}

function contentOf(number: number, smallBytes: number, seed: number): Buffer {
  if (number % FILES_AN_EMPTY === 3) return Buffer.alloc(0);
  const sizeBytes = number % FILES_A_LARGE === 7 ? LARGE_BYTES + smallBytes : smallBytes + 1;
  return generatedContent({ kind: 'sha256-counter', seed: `${seed}/${number}` }, sizeBytes);
}

/** Writes a file that no compression or deduplication makes smaller. */
export function writeLargeFile(path: string, sizeBytes: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, xorshiftContent(20_261_121, sizeBytes));
}

/** SHA-256 of every file below a folder, by relative path; hidden ones too. */
export async function hashesBelow(root: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    hashes[relative(root, path)] = hash.digest('hex');
  }
  return hashes;
}

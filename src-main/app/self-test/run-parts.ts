import { join } from 'node:path';
import { tryArgon2id, tryCiphers, tryDigests, tryScrypt } from './crypto-parts.ts';
import { tryArchives, tryDurableFile, tryHardLink, tryWatcher } from './folder-parts.ts';
import {
  tryDatabase,
  tryForeignCalls,
  tryKeychain,
  tryKeychainModule,
  tryLoopback,
  tryThumbnails,
} from './module-parts.ts';
import { outcomeOf, type ServicePart } from './parts.ts';
import type { PartsWanted, PartTried } from './supervise-parts.ts';

/** Returns a few words; throws when the part does not work. The folder is its own, and does not exist yet. */
type Part = (folder: string) => string | Promise<string>;

const PARTS: Readonly<Record<ServicePart, Part>> = {
  digests: tryDigests,
  ciphers: tryCiphers,
  scrypt: tryScrypt,
  argon2id: tryArgon2id,
  database: tryDatabase,
  'durable-file': tryDurableFile,
  'hard-link': tryHardLink,
  watcher: tryWatcher,
  loopback: tryLoopback,
  thumbnails: tryThumbnails,
  'keychain-module': tryKeychainModule,
  keychain: tryKeychain,
  'foreign-calls': tryForeignCalls,
  archives: tryArchives,
};

/** Tries the parts one after the other in this process, and reports each at once. */
export async function runParts(
  { parts, folder }: PartsWanted,
  tell: (message: PartTried) => void,
): Promise<void> {
  for (const part of parts) {
    const outcome = await outcomeOf(() => PARTS[part](join(folder, part)));
    tell({ kind: 'tried', part, outcome });
  }
}

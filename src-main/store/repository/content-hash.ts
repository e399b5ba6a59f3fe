import { hash } from 'node:crypto';
import type { ObjectKind } from '../objects/object-store.ts';

/**
 * The second hash of a block, by which two contents under one id are told apart; null for other kinds. fs objects and
 * commits are written by programs, not chosen by whoever made a file, and a false one names no content that exists.
 */
export function contentHashOf(kind: ObjectKind, bytes: Uint8Array): Buffer | null {
  return kind === 'block' ? hash('sha256', bytes, 'buffer') : null;
}

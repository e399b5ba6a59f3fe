import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  bytesOfStoredForm,
  bytesOfStoredFormNow,
  storedFormOf,
} from '../../../../src-main/store/repository/stored-form.ts';

const SMALL = Buffer.alloc(511, 'a');
const LONG = Buffer.alloc(512, 'a');
const LARGE = Buffer.alloc(65 * 1024, 'a');

const buffer = (payload: Uint8Array) => Buffer.from(payload);

it('folders and files of 512 bytes and more are deflated, blocks and commits never', async () => {
  const encodings = [storedFormOf('fs', SMALL), storedFormOf('fs', LONG), storedFormOf('fs', LARGE)];
  const kept = [storedFormOf('block', LARGE), storedFormOf('commit', LARGE)];
  expect((await Promise.all(encodings)).map(({ encoding }) => encoding)).toEqual(['raw', 'zlib', 'zlib']);
  expect((await Promise.all(kept)).map(({ encoding }) => encoding)).toEqual(['raw', 'raw']);
});

it('what deflate would make larger stays as it is', async () => {
  const hashes = Array.from({ length: 20 }, (_, number) => hash('sha256', String(number), 'buffer'));
  const random = Buffer.concat(hashes);
  expect((await storedFormOf('fs', random)).encoding).toBe('raw');
});

it('the bytes come back, at once and at leisure', async () => {
  for (const bytes of [SMALL, LONG, LARGE]) {
    const { encoding, payload } = await storedFormOf('fs', bytes);
    const stored = { encoding, payload: buffer(payload) };
    expect(bytesOfStoredFormNow(stored, bytes.length).equals(bytes)).toBe(true);
    expect((await bytesOfStoredForm(stored, bytes.length)).equals(bytes)).toBe(true);
  }
});

it('a payload that inflates to more than it says is refused before it fills the memory', async () => {
  const { encoding, payload } = await storedFormOf('fs', LARGE);
  const stored = { encoding, payload: buffer(payload) };
  expect(() => bytesOfStoredFormNow(stored, LARGE.length - 1)).toThrow('larger than');
  await expect(
    bytesOfStoredForm({ ...stored, payload: buffer(payload).fill(7, 2, 9) }, 99),
  ).rejects.toThrow();
});

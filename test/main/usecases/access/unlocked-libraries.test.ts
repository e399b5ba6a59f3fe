import { describe, expect, it } from 'vitest';
import { decryptBlock, encryptBlock } from '../../../../src-main/core/library/encryption.ts';
import type { Library } from '../../../../src-main/core/library/library.ts';
import { UnlockedLibraries } from '../../../../src-main/usecases/access/unlocked-libraries.ts';
import type { ServerEvent } from '../../../../src-shared/events.ts';
import { deriveHere } from '../../../support/derive-here.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const PASSWORD = 'correct horse';
const HOUR_SECONDS = 3_600;

async function setup() {
  const world = await libraryWorld();
  const { view } = await world.libraries.create(ANNA, { name: 'Secret', password: PASSWORD });
  const clock = fakeClock();
  let record: Library = view.library;
  const told: ServerEvent[] = [];
  const unlocked = new UnlockedLibraries({
    ...{ libraryTable: { find: () => record }, clock, ...deriveHere },
    events: { emit: (event) => void told.push(event) },
  });
  return {
    ...{ clock, unlocked, library: view.library, told },
    changePassword: () => {
      const { encryption } = record;
      if (encryption === null) throw new Error('the library is plain');
      record = { ...record, encryption: { ...encryption, magic: 'f'.repeat(64) } };
    },
    becomePlain: () => {
      record = { ...record, encryption: null };
    },
  };
}

describe('the key of a library', () => {
  it('is opened by its password only, and kept only when it is held', async () => {
    const { unlocked, library } = await setup();
    await expect(unlocked.open(ANNA, library, 'wrong')).rejects.toMatchObject({ code: 'password-wrong' });
    const key = await unlocked.open(ANNA, library, PASSWORD);
    expect(key.fileKey).toMatchObject({ cipher: 'aes-256-cbc' });
    expect(unlocked.keyOf(library.id)).toBeNull();
    unlocked.hold(key);
    expect(unlocked.keyOf(library.id)).toEqual(key.fileKey);
  });

  it('is overwritten when the library is locked; who works with a copy can end what was begun', async () => {
    const { unlocked, library } = await setup();
    const key = await unlocked.open(ANNA, library, PASSWORD);
    unlocked.hold(key);
    const copy = unlocked.keyOf(library.id);
    unlocked.lock(library.id);
    expect(unlocked.keyOf(library.id)).toBeNull();
    expect(key.fileKey.key.equals(Buffer.alloc(32))).toBe(true);
    expect(key.fileKey.iv?.equals(Buffer.alloc(16))).toBe(true);
    expect(copy?.key.equals(Buffer.alloc(32))).toBe(false);
  });

  it('is given up when the library gets another password, or none', async () => {
    const { unlocked, library, changePassword, becomePlain } = await setup();
    const key = await unlocked.open(ANNA, library, PASSWORD);
    unlocked.hold(key);
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    changePassword();
    expect([unlocked.keyOf(library.id), unlocked.keyFor(ANNA, library.id)]).toEqual([null, null]);
    expect(key.fileKey.key.equals(Buffer.alloc(32))).toBe(true);
    unlocked.hold(await unlocked.open(ANNA, library, PASSWORD));
    becomePlain();
    expect(unlocked.keyOf(library.id)).toBeNull();
  });

  it('is not asked of a plain library, nor without a password', async () => {
    const { unlocked, library } = await setup();
    await expect(unlocked.open(ANNA, { ...library, encryption: null }, PASSWORD)).rejects.toMatchObject({
      code: 'library-not-encrypted',
    });
    await expect(unlocked.open(ANNA, library, '')).rejects.toMatchObject({
      code: 'argument-missing',
      detail: { field: 'password' },
    });
  });

  it('is each caller’s own, for an hour from when the password was entered, used or not', async () => {
    const { unlocked, library, clock } = await setup();
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    expect(unlocked.keyFor(BERT, library.id)).toBeNull();
    expect(unlocked.keyOf(library.id)).toBeNull();
    clock.advance(HOUR_SECONDS - 1);
    expect(unlocked.keyFor(ANNA, library.id)).not.toBeNull();
    clock.advance(1);
    expect(unlocked.keyFor(ANNA, library.id)).toBeNull();
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    clock.jump(-10);
    expect(unlocked.keyFor(ANNA, library.id)).toBeNull();
  });

  it('is open as long as its caller said, and says until when', async () => {
    const { unlocked, library, clock } = await setup();
    const state = () => unlocked.stateFor(ANNA, library.id);
    expect(state()).toBeNull();
    await unlocked.unlockFor(ANNA, library, PASSWORD, 'eight-hours');
    const begun = clock.nowSeconds();
    expect(state()).toEqual({ untilSeconds: begun + 8 * HOUR_SECONDS });
    clock.advance(8 * HOUR_SECONDS - 1);
    expect(unlocked.keyFor(ANNA, library.id)).not.toBeNull();
    expect(state()).toEqual({ untilSeconds: begun + 8 * HOUR_SECONDS });
    clock.advance(1);
    expect([unlocked.keyFor(ANNA, library.id), state()]).toEqual([null, null]);
    await unlocked.unlockFor(ANNA, library, PASSWORD, 'until-quit');
    clock.advance(1_000 * HOUR_SECONDS);
    clock.jump(-10);
    expect(state()).toEqual({ untilSeconds: null });
    unlocked.lockAll();
    expect(state()).toBeNull();
  });

  it('is overwritten when its caller locks, and nothing that is under way goes on with it', async () => {
    const { unlocked, library } = await setup();
    const stored = encryptBlock((await unlocked.open(BERT, library, PASSWORD)).fileKey, Buffer.from('hello'));
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    await unlocked.unlockFor(BERT, library, PASSWORD);
    const [lent, others] = [unlocked.keyFor(ANNA, library.id), unlocked.keyFor(BERT, library.id)];
    if (lent === null || others === null) throw new Error('it is locked');
    expect(decryptBlock(lent, stored).toString()).toBe('hello');
    expect(unlocked.lockFor(ANNA, library.id)).toEqual([library.id]);
    expect(lent.key.equals(Buffer.alloc(32))).toBe(true);
    expect(lent.iv?.equals(Buffer.alloc(16))).toBe(true);
    for (const work of [decryptBlock, encryptBlock])
      expect(() => work(lent, stored)).toThrow(expect.objectContaining({ code: 'library-locked' }));
    expect(unlocked.stateFor(ANNA, library.id)).toBeNull();
    expect(decryptBlock(others, stored).toString()).toBe('hello');
    expect(unlocked.lockFor(ANNA)).toEqual([]);
  });

  it('is overwritten for what began before its caller entered the password once more, too', async () => {
    const { unlocked, library } = await setup();
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    const lent = unlocked.keyFor(ANNA, library.id);
    if (lent === null) throw new Error('it is locked');
    const stored = encryptBlock(lent, Buffer.from('hello'));
    await unlocked.unlockFor(ANNA, library, PASSWORD, 'until-quit');
    expect(decryptBlock(lent, stored).toString()).toBe('hello');
    unlocked.lockFor(ANNA, library.id);
    expect(lent.key.equals(Buffer.alloc(32))).toBe(true);
    expect(() => decryptBlock(lent, stored)).toThrow(expect.objectContaining({ code: 'library-locked' }));
  });

  it('does not open when its caller locks while the password is tried', async () => {
    const { unlocked, library } = await setup();
    const opening = [ANNA, BERT].map((caller) => unlocked.unlockFor(caller, library, PASSWORD));
    unlocked.lockFor(ANNA, library.id);
    await Promise.all(opening);
    expect([ANNA, BERT].map((caller) => unlocked.stateFor(caller, library.id) !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('lets what was begun come to its end when only the time is up', async () => {
    const { unlocked, library, clock } = await setup();
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    const lent = unlocked.keyFor(ANNA, library.id);
    clock.advance(HOUR_SECONDS);
    unlocked.sweep();
    expect(unlocked.keyFor(ANNA, library.id)).toBeNull();
    expect(lent === null ? '' : decryptBlock(lent, encryptBlock(lent, Buffer.from('x'))).toString()).toBe(
      'x',
    );
  });

  it('is told to its caller alone, when it opens, when it is locked and when its time is up', async () => {
    const { unlocked, library, clock, told } = await setup();
    const ofAnna = { type: 'library-lock', library_id: library.id, email: ANNA.email };
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    unlocked.lockFor(ANNA);
    expect(told).toEqual([ofAnna, ofAnna]);
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    clock.advance(HOUR_SECONDS);
    unlocked.sweep();
    expect(told).toEqual([ofAnna, ofAnna, ofAnna, ofAnna]);
  });

  it('outlives another password for linked folders and for who set it, and for nobody else', async () => {
    const { unlocked, library, changePassword } = await setup();
    unlocked.hold(await unlocked.open(ANNA, library, PASSWORD));
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    await unlocked.unlockFor(BERT, library, PASSWORD);
    const { encryption } = library;
    if (encryption === null) throw new Error('the library is plain');
    unlocked.carryOver(library.id, { ...encryption, magic: 'f'.repeat(64) }, ANNA);
    // The change may still fail, and then the old one holds.
    expect(unlocked.keyOf(library.id)).not.toBeNull();
    changePassword();
    expect(unlocked.keptKey(library.id)?.record).toContain('f'.repeat(64));
    expect(unlocked.stateFor(ANNA, library.id)).not.toBeNull();
    expect(unlocked.stateFor(BERT, library.id)).toBeNull();
  });

  it('is gone for every caller once the library is locked', async () => {
    const { unlocked, library } = await setup();
    await unlocked.unlockFor(ANNA, library, PASSWORD);
    await unlocked.unlockFor(BERT, library, PASSWORD);
    unlocked.lock(library.id);
    expect([unlocked.keyFor(ANNA, library.id), unlocked.keyFor(BERT, library.id)]).toEqual([null, null]);
  });

  it('is not guessed fast: after five wrong passwords each guess waits, for that caller alone', async () => {
    const { unlocked, library, clock } = await setup();
    const guess = () => unlocked.open(ANNA, library, 'wrong');
    for (let tries = 0; tries < 5; tries++) {
      await expect(guess()).rejects.toMatchObject({ code: 'password-wrong' });
    }
    await expect(unlocked.open(ANNA, library, PASSWORD)).rejects.toMatchObject({
      code: 'throttled',
      detail: { retryAfterSeconds: 1 },
    });
    await expect(unlocked.open(ADMIN, library, PASSWORD)).resolves.toBeDefined();
    clock.advance(1);
    await expect(unlocked.open(ANNA, library, PASSWORD)).resolves.toBeDefined();
  });

  it('is opened for everybody who has the right password at the same time', async () => {
    const { unlocked, library } = await setup();
    const begun = Array.from({ length: 9 }, () => unlocked.open(ANNA, library, PASSWORD));
    await expect(Promise.all(begun)).resolves.toHaveLength(9);
  });

  it('is not waited for behind all the guesses of somebody else', async () => {
    const { unlocked, library } = await setup();
    const ended: string[] = [];
    const guesses = Array.from({ length: 5 }, () =>
      unlocked.open(BERT, library, 'wrong').catch(() => ended.push('bert')),
    );
    await unlocked.open(ANNA, library, PASSWORD).then(() => ended.push('anna'));
    expect(ended.slice(0, 3)).toContain('anna');
    await Promise.all(guesses);
  });

  it('is wrapped in another password in the same line, where wrong ones are guesses as well', async () => {
    const { unlocked, library, clock } = await setup();
    const change = (from: string) => unlocked.rewrap(ANNA, library, { from, to: 'another one' });
    const callers = Array.from({ length: 9 }, (_, at) => ({ email: `${at}@example.com`, isAdmin: false }));
    const begun = callers.map((caller) => unlocked.open(caller, library, PASSWORD));
    await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'busy' });
    await Promise.all(begun);
    for (let tries = 0; tries < 5; tries++)
      await expect(change('wrong')).rejects.toMatchObject({ code: 'password-wrong' });
    await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'throttled' });
    clock.advance(1);
    expect(await change(PASSWORD)).not.toMatchObject({ magic: library.encryption?.magic });
  });

  it('is derived one at a time, with eight others waiting at most', async () => {
    const { unlocked, library } = await setup();
    const callers = Array.from({ length: 9 }, (_, at) => ({ email: `${at}@example.com`, isAdmin: false }));
    const begun = callers.map((caller) => unlocked.open(caller, library, PASSWORD));
    await expect(unlocked.open(ANNA, library, PASSWORD)).rejects.toMatchObject({ code: 'busy' });
    await expect(Promise.all(begun)).resolves.toHaveLength(9);
    await expect(unlocked.open(ANNA, library, PASSWORD)).resolves.toBeDefined();
  });
});

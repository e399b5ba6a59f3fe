import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const WANTED = { appName: 'Notes', permission: 'rw' } as const;

async function withLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  return { world, id, tokens: world.libraryTokens, codeOf };
}

describe('a token for one library', () => {
  it('is made, seen, changed and ended by who manages the library alone', async () => {
    const { world, tokens, id, codeOf } = await withLibrary();
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'rw', isAdmin: false });
    expect(await codeOf(() => tokens.make(BERT, id, WANTED))).toBe('permission-denied');
    tokens.make(ANNA, id, WANTED);
    expect(await codeOf(() => tokens.list(BERT, id))).toBe('permission-denied');
    expect(await codeOf(() => tokens.change(BERT, id, 'Notes', 'r'))).toBe('permission-denied');
    expect(await codeOf(() => tokens.remove(BERT, id, 'Notes'))).toBe('permission-denied');
    expect(tokens.list(ANNA, id)).toMatchObject([WANTED]);
  });

  it('has a name of its own that can be shown', async () => {
    const { tokens, id, codeOf } = await withLibrary();
    const named = (appName: string) => codeOf(() => tokens.make(ANNA, id, { ...WANTED, appName }));
    tokens.make(ANNA, id, WANTED);
    expect(await named('Notes')).toBe('name-taken');
    expect(await named('')).toBe('argument-missing');
    expect(await named('a\nb')).toBe('argument-invalid');
    expect(await named('n'.repeat(256))).toBe('argument-invalid');
  });

  it('speaks for who made it, in this library, until it is ended', async () => {
    const { tokens, id } = await withLibrary();
    const { token } = tokens.make(ANNA, id, WANTED);
    expect(tokens.callerOf(token)).toMatchObject({
      ...{ email: ANNA.email, isAdmin: false, libraryToken: { libraryId: id } },
    });
    expect(tokens.change(ANNA, id, 'Notes', 'r')).toMatchObject({ token, permission: 'r' });
    tokens.remove(ANNA, id, 'Notes');
    expect(tokens.callerOf(token)).toBeNull();
    expect(tokens.callerOf('no token')).toBeNull();
  });

  it('that is not there is neither changed nor ended', async () => {
    const { tokens, id, codeOf } = await withLibrary();
    expect(await codeOf(() => tokens.change(ANNA, id, 'Notes', 'r'))).toBe('link-not-found');
    expect(await codeOf(() => tokens.remove(ANNA, id, 'Notes'))).toBe('link-not-found');
  });

  it('is one of a hundred at most', async () => {
    const { tokens, id } = await withLibrary();
    for (let at = 0; at < 100; at += 1) tokens.make(ANNA, id, { ...WANTED, appName: `Notes ${at}` });
    expect(await refusalOf(() => tokens.make(ANNA, id, WANTED))).toMatchObject({
      code: 'argument-invalid',
      detail: { reason: 'too-many' },
    });
  });
});

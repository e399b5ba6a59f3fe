import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  type Commit,
  type CommitIdentity,
  commitIdOf,
  decodeCommit,
  encodeCommit,
} from '../../../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import recorded from '../../../fixtures/vectors/commits.json' with { type: 'json' };
import encrypted from '../../../fixtures/vectors/encrypted.json' with { type: 'json' };
import merge from '../../../fixtures/vectors/merge.json' with { type: 'json' };

const identity: CommitIdentity = {
  rootId: EMPTY_ID,
  creator: EMPTY_ID,
  authorEmail: 'me@example.com',
  description: 'Created library',
  ctimeSeconds: 1_700_000_000,
};

const commit: Commit = {
  ...identity,
  id: '7a46a24f70aa6356009a14fa7eb3b702e9fe246e' as CommitId,
  libraryId: '402634e9-a0f9-41ef-a5ae-8bbdea3d69db' as LibraryId,
  parentId: null,
  secondParentId: null,
  libraryName: 'Photos',
  libraryDescription: '',
  deviceName: null,
  clientVersion: null,
  encryption: null,
  isMerge: false,
  hasConflict: false,
};

function jsonOf(value: Commit): Record<string, unknown> {
  return JSON.parse(encodeCommit(value).toString());
}

function decodeWith(change: Record<string, unknown>): Commit {
  return decodeCommit(Buffer.from(JSON.stringify({ ...jsonOf(commit), ...change })));
}

describe('commitIdOf', () => {
  const description =
    'Added or modified "empty.txt" and 3 more files.\nAdded "docs" and 1 more directories.\n';

  it('C1: gives the id that the client 8.0.10 gave', () => {
    const rootId = '4fb2937fb571e256827d16b188417eed471aed98' as ObjectId;
    const creator = 'cf70e69710be611844c255a6752131e82603ee0b';
    expect(commitIdOf({ ...identity, rootId, creator, description, ctimeSeconds: 1_795_252_036 })).toBe(
      '085e61ac16ed1c3f292dc31e15863dfa22229d6c',
    );
  });

  it('C2: gives the id that the client 9.0.20 gave', () => {
    const rootId = 'f3728b194d194c64fc686006dfd119c9510f5211' as ObjectId;
    const creator = 'd7323a39a9980b16d9b597d379765696717c6a6c';
    expect(commitIdOf({ ...identity, rootId, creator, description, ctimeSeconds: 1_795_252_035 })).toBe(
      '000a828a650676696ac8833c42569210ed441681',
    );
  });

  it('C3: gives the id of a first commit', () => {
    expect(commitIdOf(identity)).toBe('7a46a24f70aa6356009a14fa7eb3b702e9fe246e');
  });

  it('leaves out an unknown author together with its NUL', () => {
    // SHA-1 of root NUL creator NUL description NUL time, computed with another tool.
    expect(commitIdOf({ ...identity, authorEmail: '' })).toBe('b74ea5d0ebf6e644fec950b507a7e6e70982d5c2');
  });
});

describe('recorded commits', () => {
  it('have the ids that their fields give', () => {
    expect(recorded.commits).toHaveLength(19);
    for (const { id, json, length } of recorded.commits) {
      const bytes = Buffer.from(json);
      expect(bytes.length).toBe(length);
      const decoded = decodeCommit(bytes);
      expect(decoded.id).toBe(id);
      expect(commitIdOf(decoded)).toBe(id);
    }
  });

  it('keep every field through decoding and encoding', () => {
    for (const { json } of recorded.commits) {
      expect(jsonOf(decodeCommit(Buffer.from(json)))).toEqual(JSON.parse(json));
    }
  });

  it('tell their library, parents and texts', () => {
    const decoded = decodeCommit(Buffer.from(recorded.commits[1]?.json ?? ''));
    expect(decoded).toEqual({
      id: '3e2c3106711bda84d869165fb8b059588532c1d5',
      libraryId: '402634e9-a0f9-41ef-a5ae-8bbdea3d69db',
      rootId: 'bdbc8c83e300515ebfb9b8a258723605f310215b',
      parentId: '72132d348dce113024b5e9f4e63349b2ac34406a',
      secondParentId: null,
      authorEmail: 'alice@example.com',
      creator: '44122e8abb7a0bf205a272957daa288b7c19edf6',
      description: 'Added or modified ".hidden" and 9 more files.\nAdded "a&<b>" and 4 more directories.\n',
      ctimeSeconds: 1_795_251_139,
      libraryName: 'vectors',
      libraryDescription: 'desc',
      deviceName: 'unknown',
      clientVersion: '8.0.10',
      encryption: null,
      isMerge: false,
      hasConflict: false,
    });
  });

  it('tell a merge with a conflict', () => {
    const decoded = decodeCommit(Buffer.from(merge.merged.commit));
    expect(decoded).toMatchObject({
      parentId: 'a75da319947b52d242cc40b2a52482175466cfba',
      secondParentId: '2a23225cfa4dad462949163751fcbf0212c68b7e',
      isMerge: true,
      hasConflict: true,
    });
    expect(commitIdOf(decoded)).toBe(decoded.id);
  });

  it('carry the key material of an encrypted library', () => {
    for (const json of [encrypted.v2.created_commit, encrypted.v2.first_client_commit]) {
      const decoded = decodeCommit(Buffer.from(json));
      expect(decoded.encryption).toEqual({
        version: 2,
        magic: '77acb8c70d89c5feeff74d38f6da3aba2fb57cad5221d37454556e02dd5871b7',
        randomKey:
          '71e976f15ddd5e4e00512c8750d9419167d6d18317aa848664f3f9ea08178d25979f5c2eec23cb0c9341b2c3d9c02d42',
        salt: '',
        passwordHash: null,
      });
      expect(jsonOf(decoded)).toEqual(JSON.parse(json));
    }
  });
});

describe('commit JSON', () => {
  it('leaves the magic out when a password hash is there', () => {
    const passwordHash = { hash: 'a'.repeat(64), algorithm: 'pbkdf2_sha256', parameters: '1000' };
    const encryption = {
      version: 4,
      magic: '',
      randomKey: 'b'.repeat(96),
      salt: 'c'.repeat(64),
      passwordHash,
    } as const;
    const json = jsonOf({ ...commit, encryption });
    expect(json).not.toHaveProperty('magic');
    expect(json).toMatchObject({ encrypted: 'true', enc_version: 4, pwd_hash_params: '1000' });
    expect(decodeCommit(Buffer.from(JSON.stringify(json))).encryption).toEqual(encryption);
  });

  it('has no key for version 1, where the password is the key', () => {
    const encryption = {
      version: 1,
      magic: 'a'.repeat(32),
      randomKey: '',
      salt: '',
      passwordHash: null,
    } as const;
    const json = jsonOf({ ...commit, encryption });
    expect(json).not.toHaveProperty('key');
    expect(decodeCommit(Buffer.from(JSON.stringify(json))).encryption).toEqual(encryption);
  });

  it('reads plain libraries that say so', () => {
    expect(decodeWith({ encrypted: 'false' }).encryption).toBeNull();
  });

  it('reads a commit without author, creator and parents', () => {
    const bare = {
      creator_name: undefined,
      creator: undefined,
      parent_id: undefined,
      second_parent_id: undefined,
    };
    expect(decodeWith(bare)).toMatchObject({
      authorEmail: '',
      creator: EMPTY_ID,
      parentId: null,
      secondParentId: null,
    });
  });

  it('round-trips any text and time', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, fc.maxSafeInteger(), (description, libraryName, ctimeSeconds) => {
        const whole = { ...commit, description, libraryName, ctimeSeconds: ctimeSeconds + 0 };
        const id = commitIdOf(whole);
        expect(decodeCommit(encodeCommit({ ...whole, id }))).toEqual({ ...whole, id });
      }),
    );
  });

  it('hashes a lone surrogate as what is read back', () => {
    const decoded = decodeWith({ description: 'a\ud800' });
    expect(decoded.description).toBe('a\ufffd');
    expect(commitIdOf(decoded)).toBe(commitIdOf({ ...decoded, description: 'a\ud800' }));
  });

  const plainKeys = { encrypted: 'true', magic: 'a'.repeat(64), key: 'b'.repeat(96) };
  it.each([
    ['another version', { version: 0 }, 'version'],
    ['no version', { version: undefined }, 'version'],
    ['a malformed root', { root_id: 'abc' }, 'root_id'],
    ['a library id with braces', { repo_id: '{402634e9-a0f9-41ef-a5ae-8bbdea3d69db}' }, 'repo_id'],
    ['an upper-case library id', { repo_id: '402634E9-A0F9-41EF-A5AE-8BBDEA3D69DB' }, 'repo_id'],
    ['no library id', { repo_id: undefined }, 'repo_id'],
    ['a time that is text', { ctime: '1700000000' }, 'ctime'],
    ['a broken time', { ctime: 1.5 }, 'ctime'],
    ['no time', { ctime: undefined }, 'ctime'],
    ['a short creator', { creator: 'abc' }, 'creator'],
    ['a malformed parent', { parent_id: '../..' }, 'parent_id'],
    ['a malformed second parent', { second_parent_id: 7 }, 'parent_id'],
    ['an unknown encryption', { ...plainKeys, enc_version: 99 }, 'enc_version'],
    ['encryption without a version', plainKeys, 'enc_version'],
    ['encryption without a magic', { ...plainKeys, enc_version: 2, magic: undefined }, 'magic'],
    ['encryption without a key', { ...plainKeys, enc_version: 2, key: undefined }, 'random_key'],
    ['a short key', { ...plainKeys, enc_version: 2, key: 'b'.repeat(95) }, 'random_key'],
    ['a missing salt', { ...plainKeys, enc_version: 4 }, 'salt'],
    ['a long magic in version 1', { ...plainKeys, enc_version: 1 }, 'magic'],
  ])('is refused with %s', (_case, change, reason) => {
    const refusal = { code: 'object-corrupt', detail: { value: commit.id, reason } };
    expect(() => decodeWith(change)).toThrow(expect.objectContaining(refusal));
  });

  it.each(['', 'null', '[]', '{', '{}', '{"commit_id": "ABC"}'])('is refused when it is %j', (text) => {
    expect(() => decodeCommit(Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'object-corrupt' }),
    );
  });
});

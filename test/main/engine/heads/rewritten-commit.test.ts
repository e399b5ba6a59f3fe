import { describe, expect, it } from 'vitest';
import { type Commit, commitIdOf } from '../../../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { sealRewritten } from '../../../../src-main/engine/heads/rewritten-commit.ts';

const FIELDS = {
  libraryId: '6e3a4c1e-0c8c-4d5c-9a6e-5d2f6a3b7c10' as Commit['libraryId'],
  rootId: 'a'.repeat(40) as ObjectId,
  ...{ parentId: null, secondParentId: null, creator: EMPTY_ID },
  ...{ authorEmail: 'anna@example.com', description: 'Added "a.txt".', ctimeSeconds: 1_714_564_800 },
  ...{ libraryName: 'Papers', libraryDescription: '', deviceName: null, clientVersion: null },
  ...{ encryption: null, isMerge: false, hasConflict: false },
};
const COMMIT: Commit = { ...FIELDS, id: commitIdOf(FIELDS) };

describe('sealRewritten', () => {
  it('gives a commit with another tree the id that covers it', () => {
    const rootId = 'b'.repeat(40) as ObjectId;
    const sealed = sealRewritten({ ...COMMIT, rootId }, (id) => id === COMMIT.id);
    expect(sealed).toEqual({ ...COMMIT, rootId, id: commitIdOf({ ...COMMIT, rootId }) });
  });

  it('changes the creator alone where the id is taken, until it is free, the same way each time', () => {
    const taken = new Set<CommitId>([COMMIT.id]);
    const first = sealRewritten(COMMIT, (id) => taken.has(id));
    expect(first).toEqual({
      ...COMMIT,
      id: expect.any(String),
      creator: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(first.id).toBe(commitIdOf(first));
    expect(sealRewritten(COMMIT, (id) => taken.has(id))).toEqual(first);
    taken.add(first.id);
    const second = sealRewritten(COMMIT, (id) => taken.has(id));
    expect(taken.has(second.id)).toBe(false);
  });
});

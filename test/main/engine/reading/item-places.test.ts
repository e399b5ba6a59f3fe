import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import type { Library } from '../../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { placesSince } from '../../../../src-main/engine/reading/item-places.ts';
import { createHistoryTable } from '../../../../src-main/store/sqlite/history.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const idOf = (seq: number) => String(seq).repeat(40) as CommitId;

function moved(path: string, newPath: string, isDir = false): Change {
  return { op: 'renamed', path, newPath, isDir, objectId: EMPTY_ID, sizeBytes: 0, oldSizeBytes: 0 };
}

interface Made {
  readonly changes: readonly Change[];
  /** Absent: the commit before. */
  readonly parent?: number;
  /** It merges the commit before in. */
  readonly isMerge?: boolean;
}

/** Where paths are that commit `seq` left, after commits 1, 2, … */
function placesAfter(seq: number, ...commits: readonly Made[]) {
  const db = memoryDatabase();
  addLibraryRecord(db, LIBRARY);
  const history = createHistoryTable(db);
  for (const [at, { changes, parent = at, isMerge = false }] of commits.entries()) {
    const fields = {
      ...{ id: idOf(at + 1), libraryId: LIBRARY, rootId: EMPTY_ID, parentId: at === 0 ? null : idOf(parent) },
      ...{
        secondParentId: isMerge ? idOf(at) : null,
        authorEmail: 'anna@example.com',
        creator: EMPTY_ID,
        description: '',
      },
      ...{ ctimeSeconds: at, deviceName: null, clientVersion: null, isMerge, hasConflict: false },
      ...{ libraryName: 'Papers', libraryDescription: '', encryption: null },
    };
    history.append(fields, at + 1, changes);
  }
  const commit = history.findBySeq(LIBRARY, seq);
  if (commit === null) throw new Error('a commit expected');
  return placesSince(history, { id: LIBRARY, headSeq: commits.length } as Library, commit);
}

const NONE: Made = { changes: [] };

describe('where something is now', () => {
  it('is where it was while nothing was renamed, and what was renamed before does not count', () => {
    const placeOf = placesAfter(2, NONE, { changes: [moved('/a', '/b')] }, NONE);
    expect(placeOf('/a')).toEqual({ path: '/a', isMoved: false });
  });

  it('follows its own renames and those of folders around it, in their order', () => {
    const placeOf = placesAfter(
      1,
      NONE,
      { changes: [moved('/Trip/a', '/Trip/b')] },
      { changes: [moved('/Trip', '/Journey', true)] },
      { changes: [moved('/Journey/c', '/c')] },
    );
    expect(placeOf('/Trip/a')).toEqual({ path: '/Journey/b', isMoved: true });
    expect(placeOf('/Trip/c')).toEqual({ path: '/c', isMoved: true });
    expect(placeOf('/Trip/d')).toEqual({ path: '/Journey/d', isMoved: false });
    expect(placeOf('/Trip')).toEqual({ path: '/Journey', isMoved: true });
    expect(placeOf('/Tripod')).toEqual({ path: '/Tripod', isMoved: false });
    expect(placeOf('/')).toEqual({ path: '/', isMoved: false });
  });

  it('is where it was once it has its name back, also in a folder that was renamed', () => {
    const placeOf = placesAfter(
      1,
      NONE,
      { changes: [moved('/Trip/a', '/Trip/b')] },
      { changes: [moved('/Trip', '/Journey', true)] },
      { changes: [moved('/Journey/b', '/Journey/a')] },
    );
    expect(placeOf('/Trip/a')).toEqual({ path: '/Journey/a', isMoved: false });
  });

  it('is told apart where names change places in one commit', () => {
    const placeOf = placesAfter(1, NONE, { changes: [moved('/a', '/b'), moved('/b', '/a')] });
    expect([placeOf('/a').path, placeOf('/b').path]).toEqual(['/b', '/a']);
  });

  it('takes what a merged commit renamed from the merge alone', () => {
    const placeOf = placesAfter(
      2,
      ...[NONE, NONE, { changes: [moved('/a', '/theirs')] }],
      { changes: [moved('/a', '/mine'), moved('/b', '/c')], parent: 2 },
      { changes: [moved('/b', '/c')], parent: 3, isMerge: true },
    );
    expect([placeOf('/a').path, placeOf('/b').path]).toEqual(['/theirs', '/c']);
  });

  it('of a merged commit knows what was renamed while its device was away', () => {
    const placeOf = placesAfter(
      4,
      NONE,
      NONE,
      { changes: [moved('/a', '/b')] },
      { changes: [], parent: 2 },
      { changes: [], parent: 3, isMerge: true },
    );
    expect(placeOf('/a')).toEqual({ path: '/b', isMoved: true });
  });
});

import { describe, expect, it } from 'vitest';
import type { FolderIntent } from '../../../../src-main/core/folder/folder-journal.ts';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { Agreement, UnresolvedIntents } from '../../../../src-main/folder/link/agreement.ts';
import { folderRow } from '../../../support/folder-rows.ts';

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((name) => objectIdOf(name)) as [
  ObjectId,
  ObjectId,
  ObjectId,
];

/** An agreement about a folder that follows `syncedRootId`, with what it has on record. */
function agreementOf(syncedRootId: ObjectId | '', rows = [folderRow('a.txt')]) {
  const record: string[] = [];
  const folder = { id: 'folder' as LinkedFolderId, key: 1, syncedRootId };
  const index = { entriesIn: () => rows };
  const setSynced = (_id: LinkedFolderId, rootId: string) => void record.push(rootId);
  return { agreement: new Agreement({ folder, index, rows: { setSynced } }), record };
}

describe('how far folder and library agree', () => {
  it('goes along with a commit of the folder that others did not touch', () => {
    const { agreement } = agreementOf(FIRST);
    agreement.noteGiven({ previousRootId: FIRST, rootId: SECOND, isClean: true });
    expect([agreement.syncedRootId, agreement.decidedRootId]).toEqual([SECOND, SECOND]);
    expect(agreement.given).toBe(1);
  });

  it.each([
    ['others committed in between', { previousRootId: SECOND, rootId: THIRD, isClean: true }],
    ['a conflict came of it', { previousRootId: FIRST, rootId: SECOND, isClean: false }],
    ['the library had all of it', null],
  ])('is forgotten after a commit of the folder where %s', (_why, moved) => {
    const { agreement, record } = agreementOf(FIRST);
    agreement.noteGiven(moved);
    expect([agreement.syncedRootId, agreement.decidedRootId, agreement.given]).toEqual(['', FIRST, 1]);
    expect(record).toEqual(['']);
  });

  it('is nothing to be compared while neither holds anything, and not without being sure', () => {
    const { agreement, record } = agreementOf('', []);
    agreement.agreeOnNothing(null);
    agreement.agreeOnNothing(FIRST);
    expect([agreement.syncedRootId, record]).toEqual(['', []]);
    agreement.agreeOnNothing(EMPTY_ID);
    expect([agreement.syncedRootId, record]).toEqual([EMPTY_ID, [EMPTY_ID]]);
    const filled = agreementOf('');
    filled.agreement.agreeOnNothing(EMPTY_ID);
    expect(filled.agreement.syncedRootId).toBe('');
  });

  it('keeps what was decided when it is forgotten, unless other names are left out', () => {
    const { agreement } = agreementOf(FIRST);
    agreement.forget();
    expect([agreement.syncedRootId, agreement.decidedRootId]).toEqual(['', FIRST]);
    agreement.forgetDecisions();
    expect([agreement.syncedRootId, agreement.decidedRootId]).toEqual(['', '']);
  });
});

function intentOf(path: string, crash: number): FolderIntent {
  const next = { objectId: objectIdOf(`${path} ${crash}`), sizeBytes: 1, mtimeMs: 1, inode: null };
  return { path, tempPath: `.~keepfold-new-${crash}`, displaced: `.~keepfold-old-${crash}`, old: null, next };
}

describe('what a crash may have put at a path', () => {
  function unresolvedOf() {
    const { agreement } = agreementOf(FIRST);
    const removed: FolderIntent[] = [];
    const journal = {
      removeIntents: (_key: number, intents: readonly FolderIntent[]) => void removed.push(...intents),
    };
    const transaction = <T>(work: () => T): T => work();
    return {
      unresolved: new UnresolvedIntents({ folder: { key: 1 }, journal, transaction, agreement }),
      agreement,
      removed,
    };
  }

  it('is the content of any crash since it was read last, and nothing else', () => {
    const { unresolved } = unresolvedOf();
    for (const crash of [1, 2]) unresolved.add(intentOf('a', crash), { isReconciled: true });
    unresolved.drop(intentOf('a', 1));
    expect(unresolved.has('a', objectIdOf('a 1'))).toBe(false);
    expect(unresolved.has('a', objectIdOf('a 2'))).toBe(true);
    expect(unresolved.has('b', objectIdOf('a 2'))).toBe(false);
  });

  it('is known once the path is read, and stays on record where something still lies about', () => {
    const { unresolved, removed, agreement } = unresolvedOf();
    const [tidy, untidy] = [intentOf('a', 1), intentOf('a', 2)];
    unresolved.add(tidy, { isReconciled: true });
    unresolved.add(untidy, { isReconciled: false });
    unresolved.resolve(['b']);
    expect(agreement.syncedRootId).toBe(FIRST);
    unresolved.resolve(['a', 'b']);
    expect(removed).toEqual([tidy]);
    expect(unresolved.has('a', objectIdOf('a 2'))).toBe(false);
    expect(agreement.syncedRootId).toBe('');
  });
});

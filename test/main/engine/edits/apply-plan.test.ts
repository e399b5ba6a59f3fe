import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import {
  applyPlan,
  type EditCommand,
  type Planning,
  pathAfter,
} from '../../../../src-main/engine/edits/apply-plan.ts';
import type { CommitRequest } from '../../../../src-main/engine/heads/commit-changes.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

const CHANGE: TreeChange = { op: 'mkdir', path: '/new', mtimeSeconds: 5 };

/** An edit of a library for which every commit is written down, and the first `refused` are refused with the code. */
async function editing(refused = 0, code: 'head-moved' | 'name-taken' = 'head-moved') {
  const { libraryTable, changeLibrary } = await libraryWorld().then(async (world) => {
    await world.addLibrary();
    return { libraryTable: world.stores.libraryTable, changeLibrary: world.changeLibrary };
  });
  const [library] = libraryTable.all();
  if (library === undefined) throw new Error('a library expected');
  const asked: CommitRequest[] = [];
  const plannedFor: string[] = [];
  const commitChanges = async (request: CommitRequest) => {
    asked.push(request);
    if (asked.length <= refused) throw new DomainError(code);
    return changeLibrary.commitChanges(request);
  };
  const edit = (
    command: Partial<EditCommand> = {},
    planning: Partial<Planning<{ changes: TreeChange[] }>> = {},
  ) =>
    applyPlan(
      { libraryTable, changeLibrary: { commitChanges } },
      { libraryId: library.id, author: ANNA.email, asksFirst: true, ...command },
      {
        plan: async ({ headId }) => {
          plannedFor.push(headId);
          return { changes: [CHANGE] };
        },
        describe: ({ changes }) => `${changes.length} change`,
        holdsFor: 'head',
        ...planning,
      },
    );
  return { edit, asked, plannedFor, library };
}

describe('an edit', () => {
  it('is committed as planned, on the head that the plan was made for, in the words of the plan', async () => {
    const { edit, asked, library } = await editing();
    const { made } = await edit();
    expect(made).toMatchObject({ changed: true, previousId: library.headId });
    expect(asked).toEqual([
      {
        libraryId: library.id,
        author: 'anna@example.com',
        asksFirst: true,
        changes: [CHANGE],
        records: [],
        description: '1 change',
        onto: library.headId,
      },
    ]);
  });

  it('says what it was told to say, and records what it was told to record', async () => {
    const { edit, asked } = await editing();
    const records = [{ kind: 'received', ids: [EMPTY_ID] }] as const;
    await edit({ description: 'Tidied up', records });
    expect(asked).toMatchObject([{ description: 'Tidied up', records }]);
  });

  it('is committed on any head where only the names that it found free have to hold', async () => {
    const { edit, asked } = await editing();
    await edit({}, { holdsFor: 'names' });
    expect(asked[0]).not.toHaveProperty('onto');
  });

  it.each([
    ['a dry run', { isDryRun: true }, {}],
    ['a plan that changes nothing', {}, { plan: async () => ({ changes: [] }) }],
  ])('is no commit, and leaves the head as it is, as %s', async (_words, command, planning) => {
    const { edit, asked, library } = await editing();
    expect((await edit(command, planning)).made).toEqual({
      ...{ commitId: library.headId, previousId: library.headId },
      ...{ rootId: library.rootId, previousRootId: library.rootId },
      ...{ changed: false, conflicts: [] },
    });
    expect(asked).toEqual([]);
  });

  it('of a library that is not there is refused before anything is planned', async () => {
    const { edit, plannedFor } = await editing();
    const libraryId = '00000000-0000-4000-8000-000000000000' as LibraryId;
    expect(await refusalOf(() => edit({ libraryId }))).toMatchObject({ code: 'library-not-found' });
    expect(plannedFor).toEqual([]);
  });
});

describe('an edit that another commit overtook', () => {
  it.each([
    ['head', 'head-moved'],
    ['names', 'name-taken'],
  ] as const)('is planned again, where the plan holds for the %s', async (holdsFor, code) => {
    const { edit, plannedFor, asked } = await editing(4, code);
    expect((await edit({}, { holdsFor })).made.changed).toBe(true);
    expect([plannedFor.length, asked.length]).toEqual([5, 5]);
  });

  it('is refused after five tries', async () => {
    const { edit, asked } = await editing(5);
    expect(await refusalOf(() => edit())).toMatchObject({ code: 'head-moved' });
    expect(asked).toHaveLength(5);
  });

  it.each([
    ['head', 'name-taken'],
    ['names', 'head-moved'],
  ] as const)('is refused at once where a plan that holds for the %s fails by %s', async (holdsFor, code) => {
    const { edit, asked } = await editing(1, code);
    expect(await refusalOf(() => edit({}, { holdsFor }))).toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });
});

it('an item is at the path of its conflict copy when its own was taken', () => {
  const conflicts = [{ path: '/a', conflictPath: '/a (SFConflict)' }];
  const made = { conflicts } as unknown as Parameters<typeof pathAfter>[0];
  expect([pathAfter(made, '/a'), pathAfter(made, '/b')]).toEqual(['/a (SFConflict)', '/b']);
});

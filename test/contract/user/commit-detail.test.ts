import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, NOT_FOUND, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { commitEdit } from '../../support/disk-commits.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

interface Diff {
  readonly op_type: string;
  readonly path: string;
  readonly new_path: string;
}

const UNKNOWN_COMMIT = 'f'.repeat(40);

function commitNotFound(commitId: string) {
  return { status: 404, body: { error_msg: `Commit ${commitId} not found.` } };
}

function byPath(a: Diff, b: Diff): number {
  return a.path < b.path ? -1 : 1;
}

/** Enough files that losing some of them is nothing that has to be asked about. */
const KEPT = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`kept/${index}.txt`, `${index}`]));

describe('GET /api/v2.1/repos/{id}/commits/{commit_id}/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const path = (library: string, commit: string) => `/api/v2.1/repos/${library}/commits/${commit}/`;
  const ask = async (token: string, library: string, commit: string) =>
    outcome(await app().call('GET', path(library, commit), { token }));
  const headOf = async (token: string, library: string) => (await user.state(token, library)).head_commit_id;
  let linked: LinkedLibrary;
  const at = (name: string) => join(linked.folder, name);
  const edited = async (edit: () => Promise<void>): Promise<Diff[]> => {
    const commit = await commitEdit(app(), linked, edit);
    const { body } = await ask(cast().administrator, linked.libraryId, commit);
    return (body as { commit_diffs: Diff[] }).commit_diffs.toSorted(byPath);
  };

  beforeAll(async () => {
    const files = {
      ...KEPT,
      'a.txt': 'alpha',
      'b.txt': 'beta',
      'c.txt': 'gamma',
      'old/one.txt': '1',
      'old/deep/two.txt': '2',
      'gone/three.txt': '3',
      'gone/deep/four.txt': '4',
    };
    linked = await linkedLibrary({ name: 'Edited', files });
  }, 30_000);

  it('shows every field of the first commit, which changed nothing', async () => {
    const library = await user.makeLibrary(cast().owner, 'Fresh');
    expect(await ask(cast().owner, library, await headOf(cast().owner, library))).toEqual({
      status: 200,
      body: {
        commit_info: {
          creator_email: 'ann@example.com',
          creator_name: 'ann',
          creator_contact_email: 'ann@example.com',
          time: A_TIMESTAMP,
          description: 'Created library',
          device_name: '',
        },
        commit_diffs: [],
      },
    });
  });

  it('tells every kind of change in one commit, whole folders by their top', async () => {
    const commit = await commitEdit(app(), linked, async () => {
      await writeFile(at('a.txt'), 'alpha and more');
      await rm(at('b.txt'));
      await rename(at('c.txt'), at('d.txt'));
      await writeFile(at('e.txt'), 'epsilon');
      await rename(at('old'), at('older'));
      await rm(at('gone'), { recursive: true });
      await mkdir(at('fresh/inside'), { recursive: true });
      await writeFile(at('fresh/inside/f.txt'), 'phi');
    });
    const { body } = await ask(cast().administrator, linked.libraryId, commit);
    const { commit_info: info, commit_diffs: diffs } = body as { commit_info: unknown; commit_diffs: Diff[] };
    expect(info).toEqual({
      creator_email: 'admin@example.com',
      creator_name: 'admin',
      creator_contact_email: 'admin@example.com',
      time: A_TIMESTAMP,
      description:
        'Added or modified "a.txt" and 1 more files.\nDeleted "b.txt".\nRenamed "c.txt".\n' +
        'Added directory "fresh".\nRemoved directory "gone".\nRenamed directory "old".\n',
      device_name: hostname(),
    });
    expect(diffs.toSorted(byPath)).toEqual([
      { op_type: 'modified', path: '/a.txt', new_path: '' },
      { op_type: 'removed', path: '/b.txt', new_path: '' },
      { op_type: 'renamed', path: '/c.txt', new_path: '/d.txt' },
      { op_type: 'new', path: '/e.txt', new_path: '' },
      { op_type: 'newdir', path: '/fresh', new_path: '' },
      { op_type: 'deldir', path: '/gone', new_path: '' },
      { op_type: 'renamed', path: '/old', new_path: '/older' },
    ]);
  }, 30_000);

  it('tells a move into another folder as a rename', async () => {
    const diffs = await edited(() => rename(at('kept/0.txt'), at('older/0.txt')));
    expect(diffs).toEqual([{ op_type: 'renamed', path: '/kept/0.txt', new_path: '/older/0.txt' }]);
  }, 30_000);

  it('tells the rename of the only empty file as a rename', async () => {
    await edited(() => writeFile(at('empty.txt'), ''));
    const diffs = await edited(() => rename(at('empty.txt'), at('still empty.txt')));
    expect(diffs).toEqual([{ op_type: 'renamed', path: '/empty.txt', new_path: '/still empty.txt' }]);
  }, 30_000);

  it('tells a file that was renamed and rewritten as gone and new', async () => {
    const diffs = await edited(async () => {
      await rm(at('kept/1.txt'));
      await writeFile(at('kept/one.txt'), 'something else');
    });
    expect(diffs).toEqual([
      { op_type: 'removed', path: '/kept/1.txt', new_path: '' },
      { op_type: 'new', path: '/kept/one.txt', new_path: '' },
    ]);
  }, 30_000);

  it('tells a file that became a folder as gone and new', async () => {
    const diffs = await edited(async () => {
      await rm(at('kept/2.txt'));
      await mkdir(at('kept/2.txt'));
      await writeFile(at('kept/2.txt/inside'), 'x');
    });
    expect(diffs.map(({ op_type: op }) => op).sort()).toEqual(['newdir', 'removed']);
    expect(diffs).toMatchObject([{ path: '/kept/2.txt' }, { path: '/kept/2.txt' }]);
  }, 30_000);

  it('keeps names as they are written, in any script', async () => {
    // No file of Windows has quotation marks in its name.
    const name = process.platform === 'win32' ? '日本 & ü #1 %41.txt' : '日本 & "ü" #1 %41.txt';
    const diffs = await edited(() => writeFile(at(name), 'x'));
    expect(diffs).toEqual([{ op_type: 'new', path: `/${name}`, new_path: '' }]);
  }, 30_000);

  it('tells an empty folder as new and as gone', async () => {
    expect(await edited(async () => void (await mkdir(at('hollow'))))).toEqual([
      { op_type: 'newdir', path: '/hollow', new_path: '' },
    ]);
    expect(await edited(() => rm(at('hollow'), { recursive: true }))).toEqual([
      { op_type: 'deldir', path: '/hollow', new_path: '' },
    ]);
  }, 30_000);

  it('tells of no change in a commit that only renamed the library', async () => {
    const library = await user.makeLibrary(cast().owner, 'Before');
    const form = { repo_name: 'After' };
    await app().call('POST', `/api2/repos/${library}/?op=rename`, { token: cast().owner, form });
    expect(await ask(cast().owner, library, await headOf(cast().owner, library))).toMatchObject({
      status: 200,
      body: {
        commit_info: { description: 'Changed library name or description', device_name: '' },
        commit_diffs: [],
      },
    });
  });

  it('is open to every member of the department that owns the library', async () => {
    const plans = await admin.makeLibrary('Plans', cast().department);
    const head = await headOf(cast().departmentMember, plans);
    for (const who of ['departmentAdmin', 'departmentMember'] as const) {
      expect(await ask(cast()[who], plans, head)).toMatchObject({
        status: 200,
        body: { commit_info: { creator_email: 'admin@example.com' } },
      });
    }
    expect(await ask(cast().owner, plans, head)).toEqual(PERMISSION_DENIED);
  });

  it('refuses in the order: unknown library, unknown commit, caller', async () => {
    const library = await user.makeLibrary(cast().owner, 'Ordered');
    const head = await headOf(cast().owner, library);
    const unknown = libraryNotFound(UNKNOWN_LIBRARY);
    expect(await ask(cast().stranger, UNKNOWN_LIBRARY, UNKNOWN_COMMIT)).toEqual(unknown);
    expect(await ask(cast().owner, library, UNKNOWN_COMMIT)).toEqual(commitNotFound(UNKNOWN_COMMIT));
    expect(await ask(cast().stranger, library, UNKNOWN_COMMIT)).toEqual(commitNotFound(UNKNOWN_COMMIT));
    expect(await ask(cast().stranger, library, head)).toEqual(PERMISSION_DENIED);
    expect(await ask(cast().administrator, library, head)).toEqual(PERMISSION_DENIED);
  });

  it('knows no commit of another library, even for who owns both', async () => {
    const one = await user.makeLibrary(cast().owner, 'One');
    const other = await user.makeLibrary(cast().owner, 'Other');
    const form = { repo_name: 'Other still' };
    await app().call('POST', `/api2/repos/${other}/?op=rename`, { token: cast().owner, form });
    const head = await headOf(cast().owner, other);
    expect(await ask(cast().owner, one, head)).toEqual(commitNotFound(head));
  });

  it('knows no deleted library', async () => {
    const gone = await user.makeLibrary(cast().owner, 'Gone');
    const head = await headOf(cast().owner, gone);
    await user.removeLibrary(cast().owner, gone);
    expect(await ask(cast().owner, gone, head)).toEqual(libraryNotFound(gone));
  });

  it.each([
    'F'.repeat(40),
    'f'.repeat(39),
    'f'.repeat(41),
    'g'.repeat(40),
    'HEAD',
    `${'f'.repeat(38)}..`,
    `${'f'.repeat(39)}%0a`,
  ])('knows no path with the commit id %s', async (malformed) => {
    const library = await user.makeLibrary(cast().owner, 'Strict');
    expect(await ask(cast().owner, library, malformed)).toEqual({ status: 404, body: NOT_FOUND });
  });

  it('answers nobody without a valid token', async () => {
    await expectTokenNeeded(app(), 'GET', path(UNKNOWN_LIBRARY, UNKNOWN_COMMIT));
  });

  it.each(['POST', 'PUT', 'DELETE'])('knows no %s', async (method) => {
    await expectMethodRefused(app(), method, path(UNKNOWN_LIBRARY, UNKNOWN_COMMIT), ['GET']);
  });
});

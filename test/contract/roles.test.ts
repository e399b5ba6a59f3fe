import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls } from '../support/admin-calls.ts';
import { addressOf, takesAddress, watchKnownRoutes } from '../support/known-routes.ts';
import { useLinkedLibraries } from '../support/linked-library.ts';
import { ELSEWHERE, LAST_ROWS, NO_COMMIT, READ, ROLES, ROWS, type Row } from '../support/roles-table.ts';
import { type CallOptions, useApp } from '../support/running-app.ts';
import { sharingCalls } from '../support/sharing-calls.ts';
import { useCast, userCalls } from '../support/user-calls.ts';

const known = watchKnownRoutes();

describe('who may do what with a library', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  const tokens = new Map<(typeof ROLES)[number], string>();
  const heads = new Map<string, string>();
  let anns = '';
  let offices = '';
  let folder = '';

  async function open(id: string, by: string): Promise<void> {
    await sharing.shareWithUser(by, id, 'sara@example.com', 'admin');
    await sharing.shareWithUser(by, id, 'rita@example.com', 'rw');
    await sharing.shareWithUser(by, id, 'rolf@example.com', 'r');
  }

  async function filled(name: string, owner: string): Promise<string> {
    const { libraryId } = await linkedLibrary({ name, files: { 'a.txt': 'a', 'sub/b.txt': 'b' } });
    await user.giveAway(app().adminToken, libraryId, 'dora@example.com');
    if (owner !== 'dora@example.com') await user.giveAway(cast().departmentAdmin, libraryId, owner);
    return libraryId;
  }

  /** A folder of a library of Ann's that holds what the others hold. */
  async function folderOf(token: string): Promise<string> {
    const files = { 'shared/a.txt': 'a', 'shared/sub/b.txt': 'b' };
    const { libraryId } = await linkedLibrary({ name: 'Around', files });
    await user.giveAway(app().adminToken, libraryId, 'ann@example.com');
    const path = `/api2/repos/${libraryId}/dir/sub_repo/?p=/shared&name=shared`;
    return ((await app().call('GET', path, { token })).json as { sub_repo_id: string }).sub_repo_id;
  }

  beforeAll(async () => {
    tokens.set('owner', cast().owner);
    for (const [role, email] of [
      ['adminShare', 'sara@example.com'],
      ['rwShare', 'rita@example.com'],
      ['rShare', 'rolf@example.com'],
      ['groupMember', 'gina@example.com'],
    ] as const)
      tokens.set(role, await app().addUser(email));
    tokens.set('departmentAdmin', cast().departmentAdmin);
    tokens.set('departmentMember', cast().departmentMember);
    tokens.set('other', cast().stranger);
    tokens.set('administrator', cast().administrator);
    anns = await filled('Same', 'ann@example.com');
    offices = await filled('Same', cast().department);
    folder = await folderOf(cast().owner);
    heads.set(anns, (await user.state(cast().owner, anns)).head_commit_id);
    heads.set(folder, (await user.state(cast().owner, folder)).head_commit_id);
    heads.set(offices, (await user.state(cast().departmentAdmin, offices)).head_commit_id);
    await open(anns, cast().owner);
    await open(folder, cast().owner);
    await open(offices, cast().departmentAdmin);
    const annsGroup = await sharing.makeGroup(cast().owner, 'Team of Ann');
    const dorasGroup = await sharing.makeGroup(cast().departmentAdmin, 'Team of Dora');
    await sharing.addMember(cast().owner, annsGroup, 'gina@example.com');
    await sharing.addMember(cast().departmentAdmin, dorasGroup, 'gina@example.com');
    await sharing.shareWithGroup(cast().owner, anns, annsGroup, 'rw');
    await sharing.shareWithGroup(cast().owner, folder, annsGroup, 'rw');
    await sharing.shareWithGroup(cast().departmentAdmin, offices, dorasGroup, 'rw');
  }, 120_000);

  /** A folder that can be deleted, unless it is there. */
  async function makeDoomed(id: string): Promise<void> {
    const token = id === offices ? cast().departmentAdmin : cast().owner;
    const form = { operation: 'mkdir', create_parents: 'true' };
    await app().call('POST', `/api2/repos/${id}/dir/?p=/doomed`, { token, form });
  }

  async function answersTo(row: Row, id: string): Promise<string> {
    const letters: string[] = [];
    for (const role of ROLES) {
      if (row.path.includes('doomed')) await makeDoomed(id);
      letters.push(await letterFor(row, id, tokens.get(role)));
    }
    return letters.join('');
  }

  async function letterFor(row: Row, id: string, token: string | undefined): Promise<string> {
    const head = heads.get(id) ?? NO_COMMIT;
    const filledIn = (text: string) =>
      text.replaceAll('{id}', id).replaceAll('{commit}', NO_COMMIT).replaceAll('{head}', head);
    const { json, form } = JSON.parse(filledIn(JSON.stringify(row))) as Row;
    const options: CallOptions = {
      ...(token === undefined ? {} : { token }),
      ...(form === undefined ? {} : { form }),
      ...(json === undefined ? {} : { json }),
    };
    const { status, text } = await app().call(row.method, filledIn(row.path), options);
    if (status === 403) return text.includes('credentials were not provided') ? '?' : '-';
    if (status >= 500 && status !== 520) throw new Error(`${row.method} ${row.path}: ${status} ${text}`);
    return 'Y';
  }

  it.each(ROWS.map((row) => [row.method, row.path, row] as const))(
    '%s %s answers its own people only',
    async (_method, _path, row) => {
      expect(await answersTo(row, anns)).toBe(row.toAnns);
      expect(await answersTo(row, offices)).toBe(row.toOffice);
      expect(await answersTo(row, folder)).toBe(row.toFolder ?? row.toAnns);
    },
  );

  it('has a row for every call that names a library', () => {
    const rows = [...ROWS, ...LAST_ROWS].map((row) => ({
      method: row.method,
      path:
        row.path
          .split('?')[0]
          ?.replace('{id}', anns)
          .replace(/\{commit\}|\{head\}/, NO_COMMIT) ?? '',
    }));
    const missing = known.filter(({ method, pattern }) => {
      if (!pattern.includes(':library_id') || method === 'HEAD') return false;
      if (ELSEWHERE.some((known) => known.test(pattern))) return false;
      const address = addressOf(pattern, { library_id: anns, commit_id: NO_COMMIT, app_name: 'none' });
      return !rows.some(
        (row) => row.method === method && (row.path === address || takesAddress(pattern, row.path)),
      );
    });
    expect(
      missing.map(({ method, pattern }) => `${method} ${pattern.replace(/\(\^[^)]*\)/g, '')}`).sort(),
    ).toEqual([]);
  });

  it.each(LAST_ROWS.map((row) => [row.method, row.path, row] as const))(
    '%s %s is for managers only',
    async (_method, _path, row) => {
      for (const [answers, make] of [
        [row.toAnns, () => user.makeLibrary(cast().owner, 'Doomed')],
        [row.toOffice, () => adminCalls(app).makeLibrary('Doomed', cast().department)],
      ] as const) {
        const letters: string[] = [];
        for (const role of ROLES) {
          const id = await make();
          await open(id, row.toAnns === answers ? cast().owner : cast().departmentAdmin);
          letters.push(await letterFor(row, id, tokens.get(role)));
        }
        expect(letters.join('')).toBe(answers);
      }
    },
  );

  it('shows in lists what may be read, and nothing else', async () => {
    for (const role of ROLES) {
      const token = tokens.get(role);
      if (token === undefined) continue;
      const listed = (await user.libraries(token)).map(({ id }) => id);
      const at = ROLES.indexOf(role);
      expect([role, listed.includes(anns)]).toEqual([role, READ.toAnns[at] === 'Y']);
      // Its owner is in the group that has it.
      expect([role, listed.includes(folder)]).toEqual([role, READ.toAnns[at] === 'Y']);
      expect([role, listed.includes(offices)]).toEqual([role, READ.toOffice[at] === 'Y']);
    }
  });
});

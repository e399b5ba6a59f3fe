import { beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sendBytes, unreadableBodies } from '../../support/unreadable-bodies.ts';
import {
  expectClearRefusal,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const INVALID = { status: 400, body: { error_msg: 'keep_days invalid.' } };

describe('PUT /api2/repos/{id}/history-limit/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const path = (library = id) => `/api2/repos/${library}/history-limit/`;
  const put = async (token: string, form: Record<string, string>, library = id) =>
    outcome(await app().call('PUT', path(library), { token, form }));
  const kept = (days: number) => ({ status: 200, body: { keep_days: days } });

  beforeEach(async () => {
    id = await user.makeLibrary(cast().owner, 'Kept');
    await user.setKeepDays(cast().owner, id, 5);
  });

  it.each([
    { sent: '30', days: 30 },
    { sent: '0', days: 0 },
    { sent: '1', days: 1 },
    { sent: '36500', days: 36_500 },
    { sent: '-1', days: -1 },
    { sent: '-2', days: -1 },
    { sent: '-100', days: -1 },
    { sent: '007', days: 7 },
  ])('takes $sent for $days', async ({ sent, days }) => {
    expect(await put(cast().owner, { keep_days: sent })).toEqual(kept(days));
    expect(await user.keepDays(cast().owner, id)).toBe(days);
  });

  it('reads multipart and JSON alike, 0 as a JSON number included', async () => {
    const token = cast().owner;
    const send = async (options: object, at = path()) =>
      outcome(await app().call('PUT', at, { token, ...options }));
    expect(await send({ multipart: { keep_days: '6' } })).toEqual(kept(6));
    expect(await send({ json: { keep_days: 7 } })).toEqual(kept(7));
    expect(await send({ json: { keep_days: '8' } })).toEqual(kept(8));
    expect(await send({ json: { keep_days: 0 } })).toEqual(kept(0));
    expect(await send({ json: { keep_days: -1 } })).toEqual(kept(-1));
    expect(await send({ form: { keep_days: '9' } }, `/api2/repos/${id}/history-limit`)).toEqual(kept(9));
    expect(await user.keepDays(token, id)).toBe(9);
  });

  it('is no commit', async () => {
    const before = await user.history(cast().owner, id);
    await put(cast().owner, { keep_days: '30' });
    expect(await user.history(cast().owner, id)).toEqual(before);
  });

  it('concerns one library only', async () => {
    const other = await user.makeLibrary(cast().owner, 'Other');
    await put(cast().owner, { keep_days: '30' });
    expect(await user.keepDays(cast().owner, other)).toBe(-1);
  });

  it('with 0 hides all but the present at once, and shows it again when more is kept', async () => {
    await admin.makeFolder(id, '/', 'docs');
    await admin.call('DELETE', `libraries/${id}/dirent/?path=/docs`);
    const [head] = await user.history(cast().owner, id);
    await put(cast().owner, { keep_days: '0' });
    expect(await user.history(cast().owner, id)).toEqual([head]);
    expect(await user.trash(cast().owner, id)).toEqual([]);
    await put(cast().owner, { keep_days: '1' });
    expect(await user.history(cast().owner, id)).toHaveLength(3);
    expect(await user.trash(cast().owner, id)).toMatchObject([{ obj_name: 'docs' }]);
  });

  it('works on read-only libraries', async () => {
    await admin.update(id, { status: 'read-only' });
    expect(await put(cast().owner, { keep_days: '30' })).toEqual(kept(30));
  });

  it('lets administrators of a department set it, and no other member', async () => {
    const plans = await admin.makeLibrary('Plans', cast().department);
    expect(await put(cast().departmentMember, { keep_days: '3' }, plans)).toEqual(PERMISSION_DENIED);
    expect(await put(cast().departmentAdmin, { keep_days: '3' }, plans)).toEqual(kept(3));
  });

  it.each(['stranger', 'administrator', 'departmentMember'] as const)('refuses the %s', async (who) => {
    expect(await put(cast()[who], { keep_days: '30' })).toEqual(PERMISSION_DENIED);
    expect(await user.keepDays(cast().owner, id)).toBe(5);
  });

  it('refuses in the order: unknown library, caller, bad number', async () => {
    const bad = { keep_days: 'abc' };
    expect(await put(cast().stranger, bad, UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await put(cast().stranger, bad)).toEqual(PERMISSION_DENIED);
    expect(await put(cast().owner, bad)).toEqual(INVALID);
  });

  it.each([
    {},
    { days: '30' },
    { keep_days: '' },
    { keep_days: 'abc' },
    { keep_days: '1.5' },
    { keep_days: '1e3' },
    { keep_days: '1e999' },
    { keep_days: '0x10' },
    { keep_days: ' 5 ' },
    { keep_days: '\uff15' },
    { keep_days: '1,000' },
    { keep_days: '--1' },
    { keep_days: 'NaN' },
    { keep_days: 'Infinity' },
    { keep_days: 'null' },
    { keep_days: '99999999999999999999' },
    { keep_days: '100001' },
  ] satisfies Record<string, string>[])('refuses %j', async (form) => {
    expect(await put(cast().owner, form)).toEqual(INVALID);
    expect(await user.keepDays(cast().owner, id)).toBe(5);
  });

  it.each([1.5, true, null, '', [], {}, { days: 1 }, 1e21])('refuses %j in JSON', async (value) => {
    const json = { keep_days: value };
    expect(outcome(await app().call('PUT', path(), { token: cast().owner, json }))).toEqual(INVALID);
    expect(await user.keepDays(cast().owner, id)).toBe(5);
  });

  it.each(unreadableBodies('keep_days', '30'))('refuses $why', async (bytes) => {
    const call = { method: 'PUT', path: path(), token: cast().owner };
    expectClearRefusal(await sendBytes(app(), call, bytes), bytes.status);
    expect(await user.keepDays(cast().owner, id)).toBe(5);
  });

  it('does not read the number from the query', async () => {
    const answer = await app().call('PUT', `${path()}?keep_days=30`, { token: cast().owner });
    expect(outcome(answer)).toEqual(INVALID);
  });

  it('knows no deleted library', async () => {
    await user.removeLibrary(cast().owner, id);
    expect(await put(cast().owner, { keep_days: '30' })).toEqual(libraryNotFound(id));
  });

  it('sets nothing for callers without a valid token', async () => {
    await expectTokenNeeded(app(), 'PUT', path());
    expect(await user.keepDays(cast().owner, id)).toBe(5);
  });
});

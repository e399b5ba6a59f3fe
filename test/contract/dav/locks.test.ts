import { beforeAll, describe, expect, it } from 'vitest';
import { DAV_LOCKS_MAX_PER_PLACE } from '../../../src-main/core/limits.ts';
import { davCalls, davUser, LOCK_INFO, lockInfo } from '../../support/dav-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import { userCalls } from '../../support/user-calls.ts';

const app = useApp();
const { dav, statusOf } = davCalls(app);
const ANN = davUser('ann@example.com');
const BEN = davUser('ben@example.com');

beforeAll(async () => {
  const annToken = await app().addUser('ann@example.com');
  await app().addUser('ben@example.com');
  const id = await userCalls(app).makeLibrary(annToken, 'Team');
  await sharingCalls(app).shareWithUser(annToken, id, BEN.login, 'rw');
});

async function lock(path: string, headers: Record<string, string> = {}, as = ANN): Promise<string> {
  const answer = await dav('LOCK', path, { as, headers, body: LOCK_INFO });
  return answer.headers.get('lock-token') ?? `status ${answer.status}`;
}

describe('a lock', () => {
  it('keeps others out, and lets its own person in who shows it', async () => {
    await dav('PUT', '/dav/Team/a.txt', { as: ANN, body: 'a' });
    const token = await lock('/dav/Team/a.txt', { Timeout: 'Second-100' });
    expect(token).toMatch(/^<urn:uuid:[0-9a-f-]{36}>$/);
    const refused = await dav('PUT', '/dav/Team/a.txt', { as: BEN, body: 'b' });
    expect([refused.status, refused.text]).toEqual([
      423,
      '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:lock-token-submitted>' +
        '<D:href>/dav/Team/a.txt</D:href></D:lock-token-submitted></D:error>',
    ]);
    const shown = { If: `(${token})` };
    for (const [as, headers, status] of [
      [ANN, {}, 423],
      [BEN, shown, 423],
      [ANN, { If: '(<urn:uuid:00000000-0000-4000-8000-000000000000>)' }, 412],
      [ANN, { If: '(Not <DAV:no-lock>)' }, 423],
      [ANN, shown, 204],
      [ANN, { If: `<${app().url}/seafdav/Team/a.txt> (${token})` }, 204],
    ] as const)
      expect([
        as.login,
        headers,
        await statusOf('PUT', '/dav/Team/a.txt', { as, headers, body: 'c' }),
      ]).toEqual([as.login, headers, status]);
    expect(await statusOf('DELETE', '/dav/Team/a.txt', { as: BEN })).toBe(423);
    expect(await statusOf('DELETE', '/dav/Team/', { as: ANN })).toBe(423);
    expect(
      await statusOf('MOVE', '/dav/Team/a.txt', { as: BEN, headers: { Destination: '/dav/Team/b.txt' } }),
    ).toBe(423);
    expect(await statusOf('UNLOCK', '/dav/Team/a.txt', { as: BEN, headers: { 'Lock-Token': token } })).toBe(
      403,
    );
    expect(await statusOf('UNLOCK', '/dav/Team/b.txt', { as: ANN, headers: { 'Lock-Token': token } })).toBe(
      409,
    );
    expect(await statusOf('UNLOCK', '/dav/Team/a.txt', { as: ANN, headers: { 'Lock-Token': token } })).toBe(
      204,
    );
    expect(await statusOf('PUT', '/dav/Team/a.txt', { as: BEN, body: 'd' })).toBe(204);
  });

  it('of a folder covers what is in it, and of a folder alone only its names', async () => {
    await dav('MKCOL', '/dav/Team/deep', { as: ANN });
    await dav('PUT', '/dav/Team/deep/a.txt', { as: ANN, body: 'a' });
    const token = await lock('/dav/Team/deep/', { Depth: 'infinity' });
    expect(await statusOf('PUT', '/dav/Team/deep/a.txt', { as: BEN, body: 'b' })).toBe(423);
    expect(await lock('/dav/Team/deep/a.txt', {}, BEN)).toBe('status 423');
    await dav('UNLOCK', '/dav/Team/deep/a.txt', { as: ANN, headers: { 'Lock-Token': token } });
    const alone = await lock('/dav/Team/deep/', { Depth: '0' });
    expect(await statusOf('PUT', '/dav/Team/deep/a.txt', { as: BEN, body: 'b' })).toBe(204);
    expect(await statusOf('PUT', '/dav/Team/deep/new.txt', { as: BEN, body: 'b' })).toBe(423);
    expect(await statusOf('DELETE', '/dav/Team/deep/a.txt', { as: BEN })).toBe(423);
    await dav('UNLOCK', '/dav/Team/deep/', { as: ANN, headers: { 'Lock-Token': alone } });
  });

  it('of a new name makes an empty file, and shared ones go together', async () => {
    const made = await dav('LOCK', '/dav/Team/new.txt', { as: ANN, body: lockInfo('shared') });
    expect([made.status, (await dav('GET', '/dav/Team/new.txt', { as: BEN })).text]).toEqual([201, '']);
    expect(await statusOf('LOCK', '/dav/Team/new.txt', { as: BEN, body: lockInfo('shared') })).toBe(200);
    expect(await lock('/dav/Team/new.txt')).toBe('status 423');
    expect(await statusOf('LOCK', '/dav/Team/none/new.txt', { as: ANN, body: LOCK_INFO })).toBe(409);
    expect(await statusOf('LOCK', '/dav/', { as: ANN, body: LOCK_INFO })).toBe(403);
  });

  it('goes on when its program asks for that, an hour at most', async () => {
    await dav('PUT', '/dav/Team/long.txt', { as: ANN, body: 'a' });
    const token = await lock('/dav/Team/long.txt', { Timeout: 'Infinite, Second-4100000000' });
    const asked = { If: `(${token})`, Timeout: 'Second-4100000000' };
    const { status, text } = await dav('LOCK', '/dav/Team/long.txt', { as: ANN, headers: asked });
    expect([status, /<D:timeout>Second-(\d+)</.exec(text)?.[1]]).toEqual([200, '3600']);
    expect(await statusOf('LOCK', '/dav/Team/long.txt', { as: BEN, headers: asked })).toBe(412);
    expect(await statusOf('LOCK', '/dav/Team/long.txt', { as: ANN })).toBe(412);
  });

  it('says of its owner what its program said, and nothing longer', async () => {
    await dav('PUT', '/dav/Team/owned.txt', { as: ANN, body: 'a' });
    const long = lockInfo('exclusive', 'o'.repeat(1_100));
    expect(await statusOf('LOCK', '/dav/Team/owned.txt', { as: ANN, body: long })).toBe(400);
    const body = lockInfo('exclusive', '<h:a xmlns:h="urn:h">&lt;Ann&gt;</h:a>');
    const { text } = await dav('LOCK', '/dav/Team/owned.txt', { as: ANN, body });
    expect(text).toContain('<D:owner xmlns:D="DAV:"><x:a xmlns:x="urn:h">&lt;Ann&gt;</x:a></D:owner>');
  });

  it('is one of a few that a place may have', async () => {
    await app().addUser('cleo@example.com');
    const cleo = davUser('cleo@example.com');
    await dav('MKCOL', '/dav/Flood', { as: cleo });
    await dav('PUT', '/dav/Flood/a.txt', { as: cleo, body: 'a' });
    const body = lockInfo('shared');
    const again = async (times: number) => {
      const some = Array.from({ length: times }, () =>
        statusOf('LOCK', '/dav/Flood/a.txt', { as: cleo, body }),
      );
      return [...new Set(await Promise.all(some))];
    };
    expect(await again(DAV_LOCKS_MAX_PER_PLACE)).toEqual([200]);
    expect(await again(20)).toEqual([503]);
    expect(await lock('/dav/Team/deep/a.txt')).toMatch(/^<urn/);
  });
});

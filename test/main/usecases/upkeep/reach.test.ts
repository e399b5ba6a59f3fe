import { beforeEach, describe, expect, it } from 'vitest';
import { createReachTable } from '../../../../src-main/store/sqlite/reach.ts';
import {
  createReachSettings,
  type GivenReach,
  type NetworkState,
} from '../../../../src-main/usecases/upkeep/reach.ts';
import { createRefusedNames } from '../../../../src-main/usecases/upkeep/refused-names.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const ADMIN = { email: 'admin@example.com', isAdmin: true };
const ANNA = { email: 'anna@example.com', isAdmin: false };
const NOTHING = { name: [], 'public-url': [], proxy: [] };
const OFF: NetworkState = {
  ...{ state: 'off', failure: 'none', port: 0, addresses: [], fingerprint: '', keyPin: '' },
  ...{ isOwnCertificate: true, certificateProblem: '' },
};

let table = createReachTable(memoryDatabase());
let done: string[] = [];
let told = 0;

beforeEach(() => {
  table = createReachTable(memoryDatabase());
  done = [];
  told = 0;
});

function reachWith({ hasPassword = true, ...given }: Partial<GivenReach> & { hasPassword?: boolean } = {}) {
  let state = OFF;
  return createReachSettings({
    table,
    listener: {
      state: () => state,
      open: async (port) => {
        done.push(`open ${port}`);
        state = { ...OFF, state: 'on', port };
      },
      close: async () => {
        done.push('close');
        state = OFF;
      },
    },
    accounts: { hasPassword: () => hasPassword },
    refused: createRefusedNames(fakeClock()),
    events: {
      emit: () => {
        told += 1;
      },
    },
    usualPort: 8731,
    given: { entries: NOTHING, ...given },
  });
}

describe('whether other devices may connect', () => {
  it('is no until an administrator decides, and is remembered with its port', async () => {
    const reach = reachWith();
    await reach.start();
    expect(reach.look(ADMIN)).toMatchObject({ isWanted: false, state: 'off', port: 8731 });
    expect(await reach.change(ADMIN, { isOn: true, port: 9000 })).toMatchObject({
      isWanted: true,
      port: 9000,
    });
    await reach.change(ADMIN, { isOn: false, port: null });
    await reach.change(ADMIN, { isOn: true, port: null });
    expect(done).toEqual(['open 9000', 'close', 'open 9000']);
    expect(told).toBe(3);
    await reachWith().start();
    expect(done.at(-1)).toBe('open 9000');
  });

  it('is not decided by anybody else', async () => {
    const reach = reachWith();
    const refusal = { code: 'permission-denied', detail: { reason: 'administrator' } };
    expect(() => reach.look(ANNA)).toThrow(expect.objectContaining(refusal));
    await expect(reach.change(ANNA, { isOn: true, port: null })).rejects.toMatchObject(refusal);
    expect(() => reach.add(ANNA, 'name', 'nas.lan')).toThrow(expect.objectContaining(refusal));
    expect(() => reach.remove(ANNA, 'name', 'nas.lan')).toThrow(expect.objectContaining(refusal));
    expect(() => reach.dismiss(ANNA, 'nas.lan')).toThrow(expect.objectContaining(refusal));
    expect(done).toEqual([]);
  });

  it('needs a password of the account, which alone keeps others out', async () => {
    const reach = reachWith({ hasPassword: false });
    await expect(reach.change(ADMIN, { isOn: true, port: null })).rejects.toMatchObject({
      ...{ code: 'password-needed', detail: { reason: 'set-first' } },
    });
    expect(table.network()).toEqual({ isOn: false, port: null });
    await reach.change(ADMIN, { isOn: false, port: null });
  });

  it('is yes where the command that started the server says so, which no switch ends', async () => {
    const reach = reachWith({ isOn: true, port: 0 });
    await reach.start();
    expect(done).toEqual(['open 0']);
    expect(reach.look(ADMIN)).toMatchObject({ isWanted: true, isByCommand: true });
    await expect(reach.change(ADMIN, { isOn: false, port: null })).rejects.toMatchObject({
      ...{ code: 'argument-invalid', detail: { field: 'on', reason: 'by-command' } },
    });
  });
});

describe('names that the owner allows', () => {
  it('are those of the command and those that were allowed, from now on', () => {
    const reach = reachWith({ entries: { ...NOTHING, name: ['nas.lan'] } });
    reach.noteRefused('box.lan', '10.0.0.2');
    expect(reach.look(ADMIN).refusedNames).toMatchObject([{ name: 'box.lan', calls: 1 }]);
    expect(reach.add(ADMIN, 'name', 'Box.lan')).toMatchObject({
      ...{ entries: { ...NOTHING, name: ['nas.lan', 'box.lan'] }, refusedNames: [] },
    });
    expect(reach.entries('name')).toEqual(['nas.lan', 'box.lan']);
    expect(reachWith().entries('name')).toEqual(['box.lan']);
    reach.remove(ADMIN, 'name', 'BOX.lan');
    reach.remove(ADMIN, 'name', 'nas.lan');
    expect(reach.entries('name')).toEqual(['nas.lan']);
    reach.noteRefused('box.lan', '10.0.0.2');
    expect(reach.dismiss(ADMIN, 'BOX.lan').refusedNames).toEqual([]);
  });

  it('are fifty at most, and names', () => {
    const reach = reachWith();
    for (let number = 0; number < 50; number += 1) reach.add(ADMIN, 'name', `${number}.lan`);
    const tooMany = { code: 'argument-invalid', detail: { field: 'name', reason: 'too-many' } };
    expect(() => reach.add(ADMIN, 'name', 'x.lan')).toThrow(expect.objectContaining(tooMany));
    reach.add(ADMIN, 'name', '1.lan');
    expect(() => reach.add(ADMIN, 'name', 'a b')).toThrow(
      expect.objectContaining({ code: 'argument-invalid' }),
    );
  });
});

describe('addresses of proxies', () => {
  it('are those of the command first, then those that were added, in that order', () => {
    const reach = reachWith({ entries: { ...NOTHING, 'public-url': ['https://a.example'] } });
    reach.add(ADMIN, 'public-url', ' https://Files.Example.org/ ');
    reach.add(ADMIN, 'public-url', 'https://b.example');
    const list = ['https://a.example', 'https://files.example.org', 'https://b.example'];
    expect(reach.entries('public-url')).toEqual(list);
    expect(reach.entries('public-url')).toBe(reach.entries('public-url'));
    reach.remove(ADMIN, 'public-url', 'https://files.example.org/');
    reach.remove(ADMIN, 'public-url', 'https://a.example');
    expect(reach.look(ADMIN)).toMatchObject({
      entries: { 'public-url': ['https://a.example', 'https://b.example'] },
      givenEntries: { 'public-url': ['https://a.example'] },
    });
    expect(told).toBe(4);
  });

  it('are believed once they are added, as browsers spell them', () => {
    const reach = reachWith();
    reach.add(ADMIN, 'proxy', 'FD00::0:1');
    expect(reachWith().entries('proxy')).toEqual(['fd00::1']);
    expect(reach.remove(ADMIN, 'proxy', 'fd00:0::1').entries.proxy).toEqual([]);
  });

  it.each([
    ['public-url', 'files.example.org', 'url'],
    ['public-url', 'https://files.example.org/seafile', 'url'],
    ['proxy', 'nas.lan', 'address'],
    ['proxy', '10.0.0.0/8', 'address'],
  ] as const)('as %s are not %j', (kind, text, field) => {
    const refusal = { code: 'argument-invalid', detail: { field, value: text } };
    expect(() => reachWith().add(ADMIN, kind, text)).toThrow(expect.objectContaining(refusal));
  });

  it('need a password of one’s own, are few, and are for administrators', () => {
    const refusal = { code: 'password-needed', detail: { reason: 'set-first' } };
    for (const [kind, text] of [
      ['public-url', 'https://a.example'],
      ['proxy', '10.0.0.1'],
    ] as const) {
      const without = reachWith({ hasPassword: false });
      expect(() => without.add(ADMIN, kind, text)).toThrow(expect.objectContaining(refusal));
      expect(() => reachWith().add(ANNA, kind, text)).toThrow(
        expect.objectContaining({ code: 'permission-denied' }),
      );
      expect(() => reachWith().remove(ANNA, kind, text)).toThrow(
        expect.objectContaining({ code: 'permission-denied' }),
      );
    }
    const reach = reachWith();
    for (let number = 0; number < 10; number += 1)
      reach.add(ADMIN, 'public-url', `https://${number}.example`);
    expect(() => reach.add(ADMIN, 'public-url', 'https://x.example')).toThrow(
      expect.objectContaining({ detail: { field: 'url', reason: 'too-many' } }),
    );
  });
});

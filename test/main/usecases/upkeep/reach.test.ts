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
    given: { allowedNames: [], ...given },
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
    expect(() => reach.allow(ANNA, 'nas.lan')).toThrow(expect.objectContaining(refusal));
    expect(() => reach.disallow(ANNA, 'nas.lan')).toThrow(expect.objectContaining(refusal));
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
    const reach = reachWith({ allowedNames: ['nas.lan'] });
    reach.noteRefused('box.lan', '10.0.0.2');
    expect(reach.look(ADMIN).refusedNames).toMatchObject([{ name: 'box.lan', calls: 1 }]);
    expect(reach.allow(ADMIN, 'Box.lan')).toMatchObject({
      ...{ allowedNames: ['nas.lan', 'box.lan'], refusedNames: [] },
    });
    expect(reach.allowedNames()).toEqual(['nas.lan', 'box.lan']);
    expect(reachWith().allowedNames()).toEqual(['box.lan']);
    reach.disallow(ADMIN, 'BOX.lan');
    reach.disallow(ADMIN, 'nas.lan');
    expect(reach.allowedNames()).toEqual(['nas.lan']);
    reach.noteRefused('box.lan', '10.0.0.2');
    expect(reach.dismiss(ADMIN, 'BOX.lan').refusedNames).toEqual([]);
  });

  it('are fifty at most, and names', () => {
    const reach = reachWith();
    for (let number = 0; number < 50; number += 1) reach.allow(ADMIN, `${number}.lan`);
    const tooMany = { code: 'argument-invalid', detail: { field: 'name', reason: 'too-many' } };
    expect(() => reach.allow(ADMIN, 'x.lan')).toThrow(expect.objectContaining(tooMany));
    reach.allow(ADMIN, '1.lan');
    expect(() => reach.allow(ADMIN, 'a b')).toThrow(expect.objectContaining({ code: 'argument-invalid' }));
  });
});

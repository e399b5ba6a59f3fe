import { expect, it, vi } from 'vitest';
import { createDiskRestores, type DiskTarget } from '../../../../src-main/usecases/history/disk-restores.ts';
import { refusalOf } from '../../../support/account-services.ts';

const ADMIN = { email: 'admin@example.com', isAdmin: true };
const ANNA = { email: 'anna@example.com', isAdmin: false };
const TARGET = { commitId: null, to: '/mnt/out' } as DiskTarget;

it('restores to the disk of the server for administrators alone, and asks the disk for nobody else', async () => {
  const written = { path: '/mnt/out', files: 1, bytes: 5, leftOut: { count: 0, paths: [] } };
  const disk = { write: vi.fn(async () => written), writeSeveral: vi.fn(async () => written) };
  const restores = createDiskRestores(disk);
  const refused = { code: 'permission-denied', detail: { field: 'to' } };
  expect(await refusalOf(() => restores.write(ANNA, { ...TARGET, path: '/a' }))).toMatchObject(refused);
  expect(await refusalOf(() => restores.write(ANNA, { ...TARGET, paths: ['/a', '/b'] }))).toMatchObject(
    refused,
  );
  expect([disk.write.mock.calls, disk.writeSeveral.mock.calls]).toEqual([[], []]);
  expect(await restores.write(ADMIN, { ...TARGET, path: '/a' })).toBe(written);
  expect(await restores.write(ADMIN, { ...TARGET, paths: ['/a', '/b'] })).toBe(written);
});

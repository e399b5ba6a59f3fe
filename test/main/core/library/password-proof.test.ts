import { expect, it } from 'vitest';
import { parseCost, passwordHashOf } from '../../../../src-main/core/library/password-proof.ts';
import { refusalOf } from '../../../support/account-services.ts';

const RULE = { version: 4, salt: 'ab'.repeat(32) } as const;
const unused = () => Promise.reject(new Error('not asked for'));

it('a cost is read from the fields on the wire', () => {
  expect(parseCost('pbkdf2_sha256', '1000')).toEqual({ algorithm: 'pbkdf2_sha256', iterations: 1_000 });
  expect(parseCost('argon2id', '2,102400,8')).toEqual({
    ...{ algorithm: 'argon2id', passes: 2, memoryKib: 102_400, parallelism: 8 },
  });
});

it.each([
  ['pbkdf2_sha256', '', undefined],
  ['pbkdf2_sha256', '0', undefined],
  ['pbkdf2_sha256', '1000,1', undefined],
  ['pbkdf2_sha256', '999999999', 'too-costly'],
  ['argon2id', '2,102400', undefined],
  ['argon2id', '2,63,8', undefined],
  ['argon2id', '2,999999999,8', 'too-costly'],
  ['argon2id', '999999,102400,8', 'too-costly'],
  ['argon2id', '1,102400,65', 'too-costly'],
])('a cost of %s with %j is refused', async (algorithm, parameters, reason) => {
  expect(await refusalOf(() => parseCost(algorithm, parameters))).toEqual({
    code: 'argument-invalid',
    detail: { field: 'pwd_hash_params', value: parameters, ...(reason === undefined ? {} : { reason }) },
  });
});

it('another algorithm is refused by its name', async () => {
  expect(await refusalOf(() => parseCost('scrypt', '1'))).toMatchObject({
    detail: { field: 'pwd_hash_algo', value: 'scrypt' },
  });
});

it('the proof of PBKDF2 is 32 bytes, as Python computes them', async () => {
  const proof = await passwordHashOf(Buffer.from('secret'), RULE, parseCost('pbkdf2_sha256', '50'), unused);
  expect(Buffer.from(proof).toString('hex')).toBe(
    '91f743aa703af6425c93e2759cd24fadf0c5e71bc771cc56f9cc8952fc5c3fcc',
  );
});

it('Argon2 is asked for with the salt of the library', async () => {
  const asked: unknown[] = [];
  const derive = async (derivation: unknown) => {
    asked.push(derivation);
    return Buffer.alloc(32, 3);
  };
  const secret = Buffer.from('secret');
  expect(await passwordHashOf(secret, RULE, parseCost('argon2id', '2,102400,8'), derive)).toEqual(
    Buffer.alloc(32, 3),
  );
  expect(asked).toEqual([
    {
      ...{ algorithm: 'argon2id', passes: 2, memoryKib: 102_400, parallelism: 8, secret, lengthBytes: 32 },
      salt: Buffer.alloc(32, 0xab),
    },
  ]);
});

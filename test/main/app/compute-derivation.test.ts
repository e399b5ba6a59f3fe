import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const SOURCE = new URL('../../../src-main/app/compute-derivation.ts', import.meta.url).href;
const BORINGSSL = new URL('../../support/electron-stub/boringssl.ts', import.meta.url).href;

/** Computes what both algorithms' specifications give results for, and says these in hexadecimal digits. */
const SCRIPT = `
  const { computeDerivation } = await import(${JSON.stringify(SOURCE)});
  const secret = Buffer.from('password');
  const argon2id = { algorithm: 'argon2id', secret, salt: Buffer.from('somesalt'), lengthBytes: 32, passes: 2 };
  const derivations = [
    { algorithm: 'scrypt', secret, salt: Buffer.from('NaCl'), lengthBytes: 32, logN: 10, r: 8, p: 16 },
    { ...argon2id, memoryKib: 256, parallelism: 1 },
    { ...argon2id, memoryKib: 256, parallelism: 2 },
    { ...argon2id, memoryKib: 65536, parallelism: 1 },
  ];
  for (const derivation of derivations) console.log(Buffer.from(await computeDerivation(derivation)).toString('hex'));
`;

describe('a costly hash', () => {
  it.each([
    ['that Node has', []],
    ['that Electron has', ['--import', BORINGSSL]],
  ])('is the specified one with the crypto library %s', async (_label, preload) => {
    const args = [...preload, '--input-type=module', '--eval', SCRIPT];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout.trim().split('\n')).toEqual([
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162',
      '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe',
      '6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037',
      '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    ]);
  });
});

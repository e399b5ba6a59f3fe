import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkClientEncryption,
  createEncryption,
  decryptBlock,
  decryptBlockInSteps,
  encryptBlock,
  fileKeyOf,
  verifyPassword as verifyDerived,
  withOtherPassword as withOtherDerived,
} from '../../../../src-main/core/library/encryption.ts';
import { deriveKey } from '../../../../src-main/core/library/key-derivation.ts';
import type { LibraryEncryption } from '../../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import recorded from '../../../fixtures/vectors/encrypted.json' with { type: 'json' };
import { deriveHere } from '../../../support/derive-here.ts';
import { V3, V4 } from '../../../support/recorded-encryption.ts';

/** Here, where nobody else waits. */
const verifyPassword = (encryption: LibraryEncryption, libraryId: LibraryId, password: string) =>
  verifyDerived(encryption, libraryId, password, deriveHere.deriveForLibraries);
const withOtherPassword = (
  encryption: LibraryEncryption,
  libraryId: LibraryId,
  passwords: { readonly from: string; readonly to: string },
) => withOtherDerived(encryption, libraryId, passwords, deriveHere.deriveForLibraries);

const PASSWORD = 'test_enc_repo';
const LIBRARY = 'd17bf8ca-3019-40ee-8fdb-0258c89fb762' as LibraryId;
const LIBRARY_V1 = 'd17bf8ca-3019-40ee-8fdb-0258c89fb761' as LibraryId;

const V1: LibraryEncryption = {
  version: 1,
  magic: 'b9ed448645b01c1ddec6cac3636d5712',
  randomKey: '',
  salt: '',
  passwordHash: null,
};
const V2: LibraryEncryption = {
  version: 2,
  magic: '9ce37d42ac94d0295221464f2c2dd9606597ea3483bf870c65a3841cc9822e1f',
  randomKey:
    'c4ead0027e8626be387a53e90466469e928c3cfe05d81128534802918bd982a7045b162159336127fb03f67c406ffe8e',
  salt: '',
  passwordHash: null,
};

describe.each([
  {
    label: 'version 1',
    encryption: V1,
    libraryId: LIBRARY_V1,
    key: '3a60f350085fd254cc45831a4fe77c57',
    iv: 'd2b87485e1156a30b18c770b1755a5d3',
    hello: 'b962f9f1c31cf789e0976ef4afd842ee',
    helloId: 'c3716f127626011975582b2a9c69dae109ff4661',
    sixteenId: '89ccd6cce83596ef18c80705521450190646a70d',
  },
  {
    label: 'version 2',
    encryption: V2,
    libraryId: LIBRARY,
    key: 'f61beb9adb428eea120603156da4b6fad272cfef5f2eb3c879c103d7f0eb0744',
    iv: '9551e684dbbf675df8b42f37f48f864a',
    hello: 'd22ab68edee58292bab0a3c5f405b777',
    helloId: '22399df3a7b4816408b8447236d1f127d6e6ad5c',
    sixteenId: '775992a35e18ef4b9de470f7f6e26dea361e9c5f',
  },
  {
    label: 'version 3',
    encryption: V3,
    libraryId: LIBRARY,
    key: '2f0634e27ab63623baeccbdedccdc990',
    iv: undefined,
    hello: '6848dad8f3f8888be29b0a23f405afdc',
    helloId: 'eab86638a412c21972c76a5aaea3fd90106f58e4',
    sixteenId: 'c3ed412b2ce16b2d1c651073e3ec604515165f52',
  },
  {
    label: 'version 4',
    encryption: V4,
    libraryId: LIBRARY,
    key: 'bd1d205de6ec669f9c76c7716d5f3a7562a50c9d9e6400d8e3a7f81c64ef28b3',
    iv: '2584e651f075c88083fa352d3fb149c9',
    hello: '804726707c700fb815e1eb8e7c21cab6',
    helloId: '64e471bfb4731ad96cee4543ca1f6d905b858203',
    sixteenId: '0478e5b314c0e3b082964536ee1ea67566596509',
  },
])('$label as real clients do it', ({ encryption, libraryId, key, iv, hello, helloId, sixteenId }) => {
  it('knows the password', { timeout: 30_000 }, async () => {
    expect(await verifyPassword(encryption, libraryId, PASSWORD)).toBe(true);
  });

  it('knows a wrong password', { timeout: 30_000 }, async () => {
    expect(await verifyPassword(encryption, libraryId, 'Test_enc_repo')).toBe(false);
  });

  it('encrypts blocks to the recorded ids', { timeout: 30_000 }, async () => {
    const fileKey = await fileKeyOf(encryption, PASSWORD);
    expect(fileKey.key.toString('hex')).toBe(key);
    expect(fileKey.iv?.toString('hex')).toBe(iv);
    const stored = encryptBlock(fileKey, Buffer.from('hello\n'));
    expect(stored.toString('hex')).toBe(hello);
    expect(objectIdOf(stored)).toBe(helloId);
    const sixteen = encryptBlock(fileKey, Buffer.from('0123456789abcdef'));
    expect(sixteen).toHaveLength(32);
    expect(objectIdOf(sixteen)).toBe(sixteenId);
    expect(decryptBlock(fileKey, stored).toString()).toBe('hello\n');
    expect(decryptBlock(fileKey, sixteen).toString()).toBe('0123456789abcdef');
  });
});

describe('deriveKey', () => {
  it('gives the recorded key and vector of the password', async () => {
    const v2 = await deriveKey(Buffer.from(PASSWORD), V2);
    expect(v2.key.toString('hex')).toBe('2c687c688e32d464861552dbf5edb0df1ce9c6f2813ecbd4bd47e5b06b011223');
    expect(v2.iv.toString('hex')).toBe('b9ae62ddf98996e42db17cc59ed05424');
    const v4 = await deriveKey(Buffer.from(PASSWORD), V4);
    expect(v4.key.toString('hex')).toBe('11d419076135171c0957b22b77feb19b3f482b65d142df0744293af076aa956b');
    expect(v4.iv.toString('hex')).toBe('a9acaaf5c21ef0c5edfa38769b9d2e92');
  });
});

describe('libraries recorded from the official client and server', () => {
  const v2: LibraryEncryption = { ...V2, magic: recorded.v2.magic, randomKey: recorded.v2.random_key };
  const { salt } = recorded.v4;
  const v4: LibraryEncryption = { ...V4, magic: recorded.v4.magic, randomKey: recorded.v4.random_key, salt };

  it.each([
    ['version 2', v2, recorded.v2],
    ['version 4', v4, recorded.v4],
  ])('%s opens with its password', async (_label, encryption, vector) => {
    expect(await verifyPassword(encryption, vector.repo_id as LibraryId, vector.password)).toBe(true);
    expect(
      await verifyPassword(encryption, vector.repo_id as LibraryId, vector.password.normalize('NFD')),
    ).toBe(false);
    const fileKey = await fileKeyOf(encryption, vector.password);
    expect(fileKey.cipher).toBe('aes-256-cbc');
    expect(fileKey.key.toString('hex')).toBe(vector.block_key_hex);
    expect(fileKey.iv?.toString('hex')).toBe(vector.block_iv_hex);
  });

  it('has the blocks that the client uploaded', async () => {
    const fileKey = await fileKeyOf(v2, recorded.v2.password);
    for (const { plain_hex, cipher_hex, id } of recorded.v2.blocks) {
      const stored = encryptBlock(fileKey, Buffer.from(plain_hex, 'hex'));
      expect(stored.toString('hex')).toBe(cipher_hex);
      expect(objectIdOf(stored)).toBe(id);
    }
  });
});

const withHash = (version: 2 | 4, salt: string, [algorithm, parameters, hash]: [string, string, string]) => {
  const passwordHash = { algorithm, parameters, hash };
  return { ...V2, version, salt, magic: '', passwordHash } satisfies LibraryEncryption;
};

describe('password hashes', () => {
  it.each([
    [
      'version 2, PBKDF2',
      withHash(2, '', [
        'pbkdf2_sha256',
        '1000',
        '21ebc5ffa88074d1dbdb948c0569210a3bb4d4e52c737c660eef748837f944f2',
      ]),
    ],
    [
      'version 2, Argon2',
      withHash(2, '', [
        'argon2id',
        '2,102400,8',
        'e4b49968b9ef10b109f9a50a4ed96603ff239a20a61c4ecab7ec4ef1ad243a77',
      ]),
    ],
    [
      'version 4, PBKDF2',
      withHash(4, '2a23e28512c0a2222d281cb9018e9140c072a1be18b39ada9164663ebfcfe43e', [
        'pbkdf2_sha256',
        '5000',
        '47ff72f80c8f673c6e2999293406af6b6e8a2478fe9df29f79241816a815390c',
      ]),
    ],
    [
      'version 4, Argon2',
      withHash(4, 'c8c566bb50cce587eb029f9378890495f95bfb5505882a2e6899418033369296', [
        'argon2id',
        '2,102400,8',
        'e54df0d35d5cfefea4b4db4ff8ef841f7622c0a7dbc1526aa0688740bdeb320b',
      ]),
    ],
  ])('prove the password: %s', { timeout: 30_000 }, async (_label, encryption) => {
    expect(await verifyPassword(encryption, LIBRARY, PASSWORD)).toBe(true);
    expect(await verifyPassword(encryption, LIBRARY, 'wrong')).toBe(false);
  });

  it.each([
    ['scrypt', '1', 'pwd_hash_algo'],
    ['pbkdf2_sha256', '', 'pwd_hash_params'],
    ['pbkdf2_sha256', '0', 'pwd_hash_params'],
    ['pbkdf2_sha256', '1e9', 'pwd_hash_params'],
    ['pbkdf2_sha256', '99999999999', 'pwd_hash_params'],
    ['pbkdf2_sha256', '1000,1', 'pwd_hash_params'],
    ['argon2id', '2', 'pwd_hash_params'],
    ['argon2id', '2,102400', 'pwd_hash_params'],
    ['argon2id', '2,99999999,8', 'pwd_hash_params'],
    ['argon2id', '2,16,8', 'pwd_hash_params'],
  ])('are refused: %s with %j', async (algorithm, parameters, field) => {
    const encryption = withHash(2, '', [algorithm, parameters, 'a'.repeat(64)]);
    await expect(verifyPassword(encryption, LIBRARY, PASSWORD)).rejects.toMatchObject({
      code: 'argument-invalid',
      detail: { field },
    });
  });
});

describe('what checking a password costs', () => {
  const refusal = (algorithm: string, parameters: string) => {
    const hash = { pwd_hash: 'a'.repeat(64), pwd_hash_algo: algorithm, pwd_hash_params: parameters };
    const fields = { enc_version: 2, random_key: 'b'.repeat(96), ...hash };
    try {
      checkClientEncryption(fields);
      return null;
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['argon2id', '2,102400,8'],
    ['argon2id', '4,131072,1'],
    ['argon2id', '512,1024,1'],
    ['pbkdf2_sha256', '1000'],
    ['pbkdf2_sha256', '2000000'],
  ])('is the client’s to choose up to a second and 128 MiB: %s with %s', (algorithm, parameters) => {
    expect(refusal(algorithm, parameters)).toBe(null);
  });

  it.each([
    ['argon2id', '8,1048576,1'],
    ['argon2id', '1,131073,1'],
    ['argon2id', '5,131072,1'],
    ['argon2id', '999999999,8,1'],
    ['argon2id', '1,1024,65'],
    ['pbkdf2_sha256', '2000001'],
  ])(
    'is refused beyond, and not computed for a library that has it: %s with %s',
    async (algorithm, parameters) => {
      const tooCostly = {
        code: 'argument-invalid',
        detail: { field: 'pwd_hash_params', value: parameters, reason: 'too-costly' },
      };
      expect(refusal(algorithm, parameters)).toMatchObject(tooCostly);
      const encryption = withHash(2, '', [algorithm, parameters, 'a'.repeat(64)]);
      await expect(verifyPassword(encryption, LIBRARY, PASSWORD)).rejects.toMatchObject(tooCostly);
    },
  );
});

describe('createEncryption', () => {
  it('makes the recorded library from the recorded secret', async () => {
    const secret = Buffer.from('09c888cdbe26ee20d99926e268907c7f99acd16c10f7af7b779d15804ca919c2', 'hex');
    const made = await createEncryption({
      version: 2,
      libraryId: LIBRARY,
      password: PASSWORD,
      randomBytes: () => secret,
    });
    expect(made).toEqual(V2);
  });

  it('makes the recorded version 4 library from its salt and secret', async () => {
    const secret = '60153fb4f42222338fcf98b28e591b8d625e692b09a164b6cb5bb68c0789fbff';
    const random = [V4.salt, secret].map((hex) => Buffer.from(hex, 'hex'));
    const made = await createEncryption({
      version: 4,
      libraryId: LIBRARY,
      password: PASSWORD,
      randomBytes: () => random.shift() ?? Buffer.alloc(0),
    });
    expect(made).toEqual(V4);
  });

  it.each([2, 4] as const)('round-trips blocks with any password, version %i', async (version) => {
    const password = fc.string({ unit: 'binary', minLength: 1 });
    await fc.assert(
      fc.asyncProperty(password, fc.uint8Array(), async (text, content) => {
        const made = await createEncryption({ version, libraryId: LIBRARY, password: text, randomBytes });
        expect(await verifyPassword(made, LIBRARY, text)).toBe(true);
        const fileKey = await fileKeyOf(made, text);
        const stored = encryptBlock(fileKey, content);
        expect(stored.length).toBe(content.length + 16 - (content.length % 16));
        expect(decryptBlock(fileKey, stored).equals(content)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('refuses an empty password', async () => {
    const made = createEncryption({ version: 2, libraryId: LIBRARY, password: '', randomBytes });
    await expect(made).rejects.toMatchObject({ code: 'argument-invalid', detail: { field: 'passwd' } });
  });
});

it('a long block is decrypted four MiB at a time', () => {
  const fileKey = { cipher: 'aes-256-cbc', key: Buffer.alloc(32, 1), iv: Buffer.alloc(16, 2) } as const;
  const content = randomBytes(9 * 1024 * 1024 + 5);
  const steps = decryptBlockInSteps(fileKey, encryptBlock(fileKey, content));
  expect([steps.next().done, steps.next().done]).toEqual([false, false]);
  const last = steps.next();
  expect(last.done && last.value.equals(content)).toBe(true);
});

describe('wrong keys', () => {
  it('are noticed when the file key is unwrapped', async () => {
    await expect(fileKeyOf(V2, 'wrong')).rejects.toMatchObject({ code: 'password-wrong' });
  });

  it.each([0, 6, 17])('are noticed by a stored block of %i bytes', async (lengthBytes) => {
    const fileKey = await fileKeyOf(V2, PASSWORD);
    expect(() => decryptBlock(fileKey, Buffer.alloc(lengthBytes))).toThrow(
      expect.objectContaining({ code: 'object-corrupt', detail: { reason: 'padding' } }),
    );
  });
});

describe('checkClientEncryption', () => {
  const fields = { enc_version: '2', magic: V2.magic, random_key: V2.randomKey };

  it('takes the material of each version that clients make', () => {
    expect(checkClientEncryption(fields)).toEqual(V2);
    expect(checkClientEncryption({ ...fields, enc_version: 2, salt: '' })).toEqual(V2);
    const { magic, randomKey: random_key, salt } = V4;
    expect(checkClientEncryption({ enc_version: '4', magic, random_key, salt })).toEqual(V4);
    const v3 = { enc_version: 3, magic: V3.magic, random_key: V3.randomKey, salt: V3.salt };
    expect(checkClientEncryption(v3)).toEqual(V3);
  });

  it('drops what the version does not use', () => {
    expect(checkClientEncryption({ ...fields, salt: 'c'.repeat(64) })).toEqual(V2);
  });

  it('takes a password hash in place of the magic', () => {
    const hash = { pwd_hash: 'a'.repeat(64), pwd_hash_algo: 'argon2id', pwd_hash_params: '2,102400,8' };
    expect(checkClientEncryption({ ...fields, ...hash })).toEqual({
      ...V2,
      magic: '',
      passwordHash: { hash: 'a'.repeat(64), algorithm: 'argon2id', parameters: '2,102400,8' },
    });
  });

  it.each([
    [{ enc_version: undefined }, 'enc_version'],
    [{ enc_version: '0' }, 'enc_version'],
    [{ enc_version: '1' }, 'enc_version'],
    [{ enc_version: 99 }, 'enc_version'],
    [{ enc_version: 'two' }, 'enc_version'],
    [{ enc_version: '2.0' }, 'enc_version'],
    [{ magic: undefined }, 'magic'],
    [{ magic: V2.magic.toUpperCase() }, 'magic'],
    [{ magic: `${V2.magic}\n` }, 'magic'],
    [{ random_key: undefined }, 'random_key'],
    [{ random_key: V2.randomKey.slice(1) }, 'random_key'],
    [{ enc_version: '4' }, 'salt'],
    [{ enc_version: '4', salt: 'xyz' }, 'salt'],
    [{ pwd_hash: 'a'.repeat(63), pwd_hash_algo: 'pbkdf2_sha256', pwd_hash_params: '1000' }, 'pwd_hash'],
    [{ pwd_hash: 'a'.repeat(64) }, 'pwd_hash_algo'],
    [{ pwd_hash: 'a'.repeat(64), pwd_hash_algo: 'pbkdf2_sha256' }, 'pwd_hash_params'],
  ])('refuses %j', (change, field) => {
    expect(() => checkClientEncryption({ ...fields, ...change })).toThrow(
      expect.objectContaining({ code: 'argument-invalid', detail: expect.objectContaining({ field }) }),
    );
  });
});

describe('another password', () => {
  const HASHED: LibraryEncryption = {
    ...V2,
    magic: '',
    passwordHash: {
      algorithm: 'pbkdf2_sha256',
      parameters: '1000',
      hash: '21ebc5ffa88074d1dbdb948c0569210a3bb4d4e52c737c660eef748837f944f2',
    },
  };

  it.each([
    ['version 2', V2],
    ['version 3', V3],
    ['version 4', V4],
    ['a password hash', HASHED],
  ])('opens the same blocks: %s', async (_label, encryption) => {
    const before = await fileKeyOf(encryption, PASSWORD);
    const changed = await withOtherPassword(encryption, LIBRARY, { from: PASSWORD, to: 'pass word é2' });
    expect(await fileKeyOf(changed, 'pass word é2')).toEqual(before);
    expect(await verifyPassword(changed, LIBRARY, 'pass word é2')).toBe(true);
    expect(await verifyPassword(changed, LIBRARY, PASSWORD)).toBe(false);
    expect(await withOtherPassword(changed, LIBRARY, { from: 'pass word é2', to: PASSWORD })).toEqual(
      encryption,
    );
  });

  it('is refused to who does not know the present one, when empty, and for version 1', async () => {
    const change = (encryption: LibraryEncryption, from: string, to: string) =>
      withOtherPassword(encryption, LIBRARY, { from, to });
    await expect(change(V2, 'wrong', 'new')).rejects.toMatchObject({ code: 'password-wrong' });
    await expect(change(V2, PASSWORD, '')).rejects.toMatchObject({ code: 'argument-invalid' });
    await expect(change(V1, PASSWORD, 'new')).rejects.toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'enc_version' },
    });
  });
});

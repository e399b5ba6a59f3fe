import type { LibraryEncryption } from './library.ts';

const HEX_32 = /^[0-9a-f]{32}$/;
const HEX_64 = /^[0-9a-f]{64}$/;
const HEX_96 = /^[0-9a-f]{96}$/;

/**
 * The wire name of the first part of the key material that official clients would refuse for its shape, or
 * null when all is well. Says nothing about any password.
 */
export function malformedEncryptionField(encryption: LibraryEncryption): string | null {
  const { version, magic, randomKey, salt, passwordHash } = encryption;
  // The salt first: the order in which real servers name what is wrong.
  if (version >= 3 && !HEX_64.test(salt)) return 'salt';
  if (passwordHash !== null && !HEX_64.test(passwordHash.hash)) return 'pwd_hash';
  if (passwordHash === null && !(version === 1 ? HEX_32 : HEX_64).test(magic)) return 'magic';
  if (version >= 2 && !HEX_96.test(randomKey)) return 'random_key';
  return null;
}

import { localLibrary } from '../../builders.ts';

export const RECOVERY_SHEET = {
  ...{ id: localLibrary({}).id, name: 'Documents', enc_version: 4, made_at: 1_700_000_000 },
  ...{ salt: 'a1b2'.repeat(16), random_key: 'c3d4'.repeat(24), magic: 'e5f6'.repeat(16) },
  ...{ pwd_hash: '', pwd_hash_algo: '', pwd_hash_params: '' },
};

import type { LibraryEncryption } from '../../src-main/core/library/library.ts';

// What Seafile keeps of the library d17bf8ca-3019-40ee-8fdb-0258c89fb762 with the password `test_enc_repo`.

export const V3: LibraryEncryption = {
  version: 3,
  magic: '8072ffdef50c858f943c65d989c819415edea99b020dd70c477c2d18e3aaacd6',
  randomKey:
    '16d22d35aab7dab5d1248a840dc5c3800e2c85b924d1d15c3aae63374a4f12aa9ef42b333c08986f45d97ede3e51d7ad',
  salt: '644b30e148bd019e2f0ca5d793a35bc5fbd82a3f630c41615eaf6aa3431d3ce2',
  passwordHash: null,
};

export const V4: LibraryEncryption = {
  version: 4,
  magic: 'f8ae93171f399f4b67c71af18582098ed8188444786d49d70b20c4412d5f9492',
  randomKey:
    'b218a303e357f8561877485824488d6eb4899bee3ceb0c990a6efcff5beb666610566ccb9f7d5ac35c1f05071e47e602',
  salt: '356f781043db6717971cde398f1a94934c52d4bf9dfc0af2cf87f3927a7ea0b3',
  passwordHash: null,
};

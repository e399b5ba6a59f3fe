import { computeDerivation } from '../../src-main/app/compute-derivation.ts';

/** Hashes of passwords in the test's own thread: at what they cost in tests, starting another one takes longer. */
export const deriveHere = { derive: computeDerivation, deriveForLibraries: computeDerivation };

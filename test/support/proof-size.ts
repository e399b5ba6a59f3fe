/** Whether this is the long run (`npm run test:long`) rather than the one every change goes through. */
export const isLongProof = process.env['KEEPFOLD_PROOF'] === 'long';

/** How much a proof does: `ci` on every change, `long` in the nightly run. */
export function proofSize({ ci, long }: { readonly ci: number; readonly long: number }): number {
  return isLongProof ? long : ci;
}

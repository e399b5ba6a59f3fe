import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';

/** A question about libraries that is open. */
export type AdminLibraryDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly library: LocalLibraryJson }
  | { readonly kind: 'transfer' | 'retention' | 'remove'; readonly libraries: readonly LocalLibraryJson[] };

/** Identifier of a library: a lower-case UUID. */
export type LibraryId = string & { readonly brand: 'LibraryId' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isLibraryId(text: unknown): text is LibraryId {
  return typeof text === 'string' && UUID.test(text);
}

/** Who owns a library. Text forms exist only in `http/present/values.ts`. */
export type Owner =
  | { readonly kind: 'user'; readonly email: string }
  | { readonly kind: 'department'; readonly groupId: number };

export function isSameOwner(a: Owner, b: Owner): boolean {
  if (a.kind === 'user') return b.kind === 'user' && a.email === b.email;
  return b.kind === 'department' && a.groupId === b.groupId;
}

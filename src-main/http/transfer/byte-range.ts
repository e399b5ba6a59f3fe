/** What a `Range` header asks of a body of some size. Bounds are inclusive. */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * One range is served. Several, malformed ones and those beyond the end are unsatisfiable; other units are ignored, as
 * HTTP wants.
 */
export function rangeAnswer(header: string | undefined, sizeBytes: number): RangeAnswer {
  if (header === undefined || !/^bytes\s*=/i.test(header)) return { kind: 'whole' };
  const match = /^bytes\s*=\s*(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return { kind: 'unsatisfiable' };
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return first <= last ? { kind: 'part', first, last } : { kind: 'unsatisfiable' };
}

import type { Dirent } from '../objects/dir-object.ts';

/** Both ends included; null: open. */
export interface NumberRange {
  readonly from: number | null;
  readonly to: number | null;
}

export interface ItemFilter {
  /** Parts with spaces between them: the name holds each of them, in any letter case. */
  readonly words: string;
  /** Null: files and folders. */
  readonly kind: Dirent['kind'] | null;
  /** In small letters, without the dot; null: any. A folder has none. */
  readonly extensions: ReadonlySet<string> | null;
  readonly mtimeSeconds: NumberRange;
  /** A range leaves folders out: they have no size. */
  readonly sizeBytes: NumberRange;
}

/** Says of each item whether it passes the filter. */
export function itemMatcher(filter: ItemFilter): (dirent: Dirent) => boolean {
  const parts = folded(filter.words).split(/\s+/).filter(Boolean);
  const hasName = ({ name }: Dirent) => {
    const given = folded(name);
    return parts.every((part) => given.includes(part));
  };
  return (dirent) =>
    (filter.kind === null || dirent.kind === filter.kind) &&
    hasName(dirent) &&
    hasExtension(dirent, filter.extensions) &&
    isIn(filter.mtimeSeconds, dirent.mtimeSeconds) &&
    hasSize(dirent, filter.sizeBytes);
}

/** Letters that look the same are the same, however a system composes them. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Whether a file has one of the extensions, in small letters; null: any. */
export function hasExtension(
  { kind, name }: Pick<Dirent, 'kind' | 'name'>,
  extensions: ReadonlySet<string> | null,
): boolean {
  if (extensions === null) return true;
  const dot = name.lastIndexOf('.');
  return kind === 'file' && dot > 0 && extensions.has(name.slice(dot + 1).toLowerCase());
}

function hasSize(dirent: Dirent, range: NumberRange): boolean {
  if (range.from === null && range.to === null) return true;
  return dirent.kind === 'file' && isIn(range, dirent.sizeBytes);
}

function isIn({ from, to }: NumberRange, value: number): boolean {
  return (from === null || value >= from) && (to === null || value <= to);
}

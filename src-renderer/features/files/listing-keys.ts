/** What a key asks for in a listing of files. */
export type ListingVerb =
  | 'up'
  | 'look'
  | 'details'
  | 'leave'
  | 'remove'
  | 'rename'
  | 'all'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'upload'
  | 'new-folder'
  | 'history';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const PLAIN: Readonly<Record<string, ListingVerb>> = {
  Backspace: 'up',
  ' ': 'look',
  Escape: 'leave',
  Delete: 'remove',
  F2: 'rename',
};

const WITH_ALT: Readonly<Record<string, ListingVerb>> = {
  ArrowUp: 'up',
  Enter: 'details',
  n: 'new-folder',
};

const WITH_CTRL: Readonly<Record<string, ListingVerb>> = {
  a: 'all',
  x: 'cut',
  c: 'copy',
  v: 'paste',
  u: 'upload',
  h: 'history',
};

/** Null: nothing. Shift with Delete is left free on purpose, since elsewhere it deletes for good. */
export function listingVerb({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): ListingVerb | null {
  if (shiftKey) return null;
  if (altKey) return WITH_ALT[key] ?? null;
  return (ctrlKey || metaKey ? WITH_CTRL[key] : PLAIN[key]) ?? null;
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** What a key asks for wherever one is; null: nothing. */
export function appVerb({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): 'help' | 'settings' | null {
  // Browsers have a help of their own.
  if (key === 'F1') return 'help';
  if (ctrlKey || metaKey) return key === ',' && !shiftKey && !altKey ? 'settings' : null;
  return null;
}

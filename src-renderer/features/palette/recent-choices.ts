const KEY = 'keepfold.recent-choices';
const MOST_KEPT = 5;

/** Ids of what was chosen lately, newest first. */
export function recentChoices(storage: Storage): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

export function keepChoice(storage: Storage, id: string): void {
  const others = recentChoices(storage).filter((other) => other !== id);
  storage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MOST_KEPT)));
}

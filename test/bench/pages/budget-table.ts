/** How long something took, or how much it needed, beside what it may. */
export interface Budget {
  readonly what: string;
  readonly seen: string;
  readonly budget: string;
  readonly isKept: boolean;
}

export function milliseconds(what: string, seen: number, budget: number): Budget {
  return { what, seen: `${Math.round(seen)} ms`, budget: `${budget} ms`, isKept: seen <= budget };
}

export function megabytes(what: string, seen: number, budget: number): Budget {
  return { what, seen: `${seen} MB`, budget: `${budget} MB`, isKept: seen <= budget };
}

export function formatted(count: number): string {
  return count.toLocaleString('en-GB');
}

export function slowOf(frames: readonly number[]): string {
  return `${frames.filter((frame) => frame > 50).length} of ${frames.length} frames above 50 ms`;
}

export function tableOf(budgets: readonly Budget[]): string {
  const rows = budgets.map(
    ({ what, seen, budget, isKept }) => `| ${what} | ${seen} | ${budget} | ${isKept ? 'yes' : '**no**'} |`,
  );
  return ['| what | seen | budget | kept |', '|---|---|---|---|', ...rows].join('\n');
}

/** What trying one part of the program came to, in words for the reader of a report. */
export interface Outcome {
  readonly ok: boolean;
  readonly detail: string;
}

/** Says what it found, in a few words; throws for what does not work. */
export type Attempt = () => string | Promise<string>;

export async function outcomeOf(attempt: Attempt): Promise<Outcome> {
  try {
    return { ok: true, detail: await attempt() };
  } catch (error) {
    return { ok: false, detail: detailOf(error) };
  }
}

/** Resolves when it has ended or its time is over, whichever comes first. What is late is not stopped. */
export async function outcomeWithin(withinMs: number, attempt: Attempt): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => late.resolve(tooLate(withinMs)), withinMs);
  return Promise.race([outcomeOf(attempt), late.promise]).finally(() => clearTimeout(timer));
}

export function tooLate(withinMs: number): Outcome {
  return { ok: false, detail: `did not end within ${withinMs / 1_000} s` };
}

/** Only its first line: of a module that cannot be loaded, the others say who required it. */
function detailOf(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return line.includes(code) ? line : `${line} (${code})`;
}

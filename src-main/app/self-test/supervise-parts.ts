import { type Outcome, type ServicePart, tooLate } from './parts.ts';

/** What a process is asked that tries parts. */
export interface PartsWanted {
  readonly kind: 'self-test';
  readonly parts: readonly ServicePart[];
  /** For what they write. */
  readonly folder: string;
}

/** What it tells, once for each part, in the order in which they were wanted. */
export interface PartTried {
  readonly kind: 'tried';
  readonly part: ServicePart;
  readonly outcome: Outcome;
}

interface Prober {
  post(message: PartsWanted): void;
  kill(): void;
}

/** Starts a process that runs `runParts` when it is told to. */
export type StartProber = (listener: {
  said(message: PartTried): void;
  /** It ended, for whatever reason. `how` is for people. */
  ended(how: string): void;
}) => Prober;

interface Supervised extends Omit<PartsWanted, 'kind'> {
  /** For each part, the first of a process with the time that starting takes. */
  readonly withinMs: number;
}

/**
 * Tries parts in a process of their own: a part that hangs, or takes its process down as native modules do, is told of, and
 * the next ones are tried in another process.
 */
export async function superviseParts(
  start: StartProber,
  { parts, folder, withinMs }: Supervised,
): Promise<ReadonlyMap<ServicePart, Outcome>> {
  const outcomes = new Map<ServicePart, Outcome>();
  for (;;) {
    const left = parts.filter((part) => !outcomes.has(part));
    if (left.length === 0) return outcomes;
    await followProber(start, { parts: left, folder, withinMs }, outcomes);
  }
}

/** Resolves when all parts have an outcome, or the process ended with the first that has none then. */
function followProber(
  start: StartProber,
  { parts, folder, withinMs }: Supervised,
  outcomes: Map<ServicePart, Outcome>,
): Promise<void> {
  const left = [...parts];
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      prober.kill();
      resolve();
    };
    const note = (outcome: Outcome) => {
      const part = left.shift();
      if (part !== undefined) outcomes.set(part, outcome);
    };
    const lose = (outcome: Outcome) => {
      if (isOver) return;
      note(outcome);
      end();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => lose(tooLate(withinMs)), withinMs);
    };
    const prober = start({
      said: ({ outcome }) => {
        if (isOver) return;
        note(outcome);
        if (left.length === 0) end();
        else wait();
      },
      ended: (how) => lose({ ok: false, detail: `its process ended: ${how}` }),
    });
    wait();
    prober.post({ kind: 'self-test', parts: left.slice(), folder });
  });
}

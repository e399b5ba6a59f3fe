import type { SeededNumbers } from '../support/seeded-numbers.ts';
import { dayCount, momentOf } from './sample-days.ts';
import type { SampleChange, SampleStep, StoryTime } from './sample-step.ts';

/** What a story of texts is made of. */
export interface TextPlot {
  /** Paths of files in the order in which they come to be, each with what a new one holds. */
  readonly drafts: readonly { readonly path: string; readonly firstLines: readonly string[] }[];
  /** What an edit adds. */
  readonly newLine: (path: string) => string;
  /** The most days between two commits. */
  readonly restDays: number;
  /** The folder that finished files go to. */
  readonly archive: string;
  readonly by: (numbers: SeededNumbers) => Pick<SampleStep, 'author' | 'device'>;
}

interface Desk {
  readonly texts: Map<string, string>;
  /** What each path first held, which is what going back to the beginning brings. */
  readonly firstTexts: Map<string, string>;
  readonly drafts: { path: string; firstLines: readonly string[] }[];
  deleted: { path: string; text: string } | null;
}

/** Files of text over the years: written, added to, renamed, put away, deleted and brought back. */
export function textSteps(numbers: SeededNumbers, time: StoryTime, plot: TextPlot): SampleStep[] {
  const desk: Desk = { texts: new Map(), firstTexts: new Map(), drafts: [...plot.drafts], deleted: null };
  const steps: SampleStep[] = [];
  const days = dayCount(time);
  // Half of all files are there early on; the others come as time goes by.
  const newChance = (plot.drafts.length * plot.restDays) / (days * 2);
  for (const day of workingDays(numbers, { days, restDays: plot.restDays })) {
    const action = nextAction(numbers, desk, { plot, newChance: desk.texts.size < 4 ? 1 : newChance });
    if (action !== null) steps.push({ atSeconds: momentOf(numbers, time, day), ...plot.by(numbers), action });
  }
  return steps;
}

/** Days on which something is done, the last three among them: what is looked at is in use. */
function workingDays(
  numbers: SeededNumbers,
  { days, restDays }: { days: number; restDays: number },
): number[] {
  const chosen: number[] = [];
  for (let day = 0; day < days - 3; day += 1 + numbers.below(restDays)) chosen.push(day);
  return [...chosen, days - 3, days - 2, days - 1];
}

type Action = SampleStep['action'];

function nextAction(
  numbers: SeededNumbers,
  desk: Desk,
  { plot, newChance }: { plot: TextPlot; newChance: number },
): Action | null {
  if (numbers.chance(newChance)) {
    const draft = desk.drafts.shift();
    if (draft !== undefined) return put(desk, draft.path, `${draft.firstLines.join('\n')}\n`);
  }
  if (desk.deleted !== null && numbers.chance(0.3)) {
    const { path, text } = desk.deleted;
    desk.deleted = null;
    desk.texts.set(path, text);
    return { kind: 'restore', path };
  }
  const path = numbers.pick([...desk.texts.keys()]);
  const turn = numbers.below(100);
  if (turn < 6) return removal(desk, path);
  if (turn < 18) return move(desk, path, turn < 12 ? `${plot.archive}/${nameOf(path)}` : renamed(path));
  if (turn < 21) return reversal(desk, path);
  return put(desk, path, `${desk.texts.get(path) ?? ''}${plot.newLine(path)}\n`);
}

function hold(desk: Desk, path: string, text: string): void {
  desk.texts.set(path, text);
  if (!desk.firstTexts.has(path)) desk.firstTexts.set(path, text);
}

function put(desk: Desk, path: string, text: string): Action {
  hold(desk, path, text);
  return change({ op: 'put', path, content: () => Buffer.from(text) });
}

function removal(desk: Desk, path: string): Action {
  desk.deleted = { path, text: desk.texts.get(path) ?? '' };
  desk.texts.delete(path);
  return change({ op: 'remove', path });
}

/** Null when nothing has been changed since. */
function reversal(desk: Desk, path: string): Action | null {
  const first = desk.firstTexts.get(path) ?? '';
  if (desk.texts.get(path) === first) return null;
  desk.texts.set(path, first);
  return { kind: 'revert', path };
}

function move(desk: Desk, from: string, to: string): Action | null {
  // Put away already, or the name is taken.
  if (desk.texts.has(to)) return null;
  hold(desk, to, desk.texts.get(from) ?? '');
  desk.texts.delete(from);
  return change({ op: 'move', from, to });
}

function change(only: SampleChange): Action {
  return { kind: 'change', changes: [only] };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The next name that people give: a draft becomes final, anything else a second edition. */
function renamed(path: string): string {
  if (path.includes('draft')) return path.replace('draft', 'final');
  const dot = path.lastIndexOf('.');
  const [, stem = '', edition] = /^(.*?)(?: v(\d+))?$/.exec(path.slice(0, dot)) ?? [];
  return `${stem} v${Number(edition ?? 1) + 1}${path.slice(dot)}`;
}

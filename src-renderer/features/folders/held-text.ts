import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import { formatCount } from '../../format/size.ts';

/** The words about changes that wait for an answer, and what each answer does. */
export interface HeldText {
  readonly title: string;
  readonly text: string;
  readonly list: string;
  readonly accepting: string;
  readonly puttingBack: string;
}

function removals(count: number): HeldText {
  const items = formatCount(count, 'file');
  const they = count === 1 ? 'It' : 'They';
  return {
    title: `${items} disappeared from the folder at once`,
    text: `${they} ${count === 1 ? 'is' : 'are'} still in the library. Nothing is deleted there until you decide.`,
    list: 'No longer in the folder',
    accepting: `${they} move${count === 1 ? 's' : ''} to the library’s trash.`,
    puttingBack: `${they} ${count === 1 ? 'is' : 'are'} written to the folder again, as the library has ${count === 1 ? 'it' : 'them'}.`,
  };
}

function rewrites(count: number): HeldText {
  const files = formatCount(count, 'file');
  return {
    title: `${files} changed beyond recognition at once`,
    text: 'This is what a program that scrambles files looks like. The library keeps the versions from before until you decide.',
    list: 'Rewritten in the folder',
    accepting: 'The new contents become the current versions.',
    puttingBack:
      'The versions from before are written to the folder again. What is there now stays in the history.',
  };
}

/** Null when nothing waits. A service that does not say what it holds is taken to hold removals. */
export function heldText({ held, state, pending }: LinkedFolderJson): HeldText | null {
  if (held) return held.kind === 'rewrites' ? rewrites(held.count) : removals(held.count);
  return state === 'held' ? removals(pending) : null;
}

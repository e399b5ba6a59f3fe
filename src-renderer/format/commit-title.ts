import { type Telling, titleOf } from '../../src-shared/commit-title.ts';
import type { CommitJson, CommitSummaryJson, CommitSummaryPartJson } from '../../src-shared/contents-api.ts';
import { t as words } from './commit-title/messages.ts';
import { visibleName } from './name.ts';
import { dateSpan } from './time.ts';

type Part = CommitSummaryPartJson;

/** What a commit did, in a sentence without a stop; null: the description has to do. */
export function summaryTitle(summary: CommitSummaryJson, say: Telling['say'] = words): string | null {
  return titleOf(summary, { say, name: visibleName, day: dayOf });
}

function dayOf(atSeconds: number): string {
  return dateSpan(new Date(atSeconds * 1000), new Date((atSeconds + 1) * 1000));
}

/** How much of one kind a commit did: a number, and what it counts. */
interface Amount {
  readonly count: number;
  /** Absent: files alone, or what is in folders is not known. */
  readonly parts?: { readonly files: number; readonly count: number };
}

/** How much was added, changed and removed. */
export type Amounts = Readonly<Record<'added' | 'changed' | 'removed', Amount>>;

/** How much several commits added, changed and removed: an item that several of them changed counts each time. */
export function sumOfAmounts(commits: readonly CommitJson[]): Amounts {
  const sum = { added: { count: 0 }, changed: { count: 0 }, removed: { count: 0 } };
  for (const commit of commits) {
    const { added, changed, removed } = commitAmounts(commit);
    sum.added.count += added.count;
    sum.changed.count += changed.count;
    sum.removed.count += removed.count;
  }
  return sum;
}

/** How much a commit added, changed and removed, in files as far as that is known. */
export function commitAmounts(commit: CommitJson): Amounts {
  return {
    added: amountOf(commit.added, partOf(commit, 'added')),
    changed: { count: commit.modified + commit.renamed },
    removed: amountOf(commit.removed, partOf(commit, 'removed')),
  };
}

function partOf({ summary }: CommitJson, kind: Part['kind']): Part | undefined {
  return summary?.parts.find((part) => part.kind === kind);
}

function amountOf(rows: number, part: Part | undefined): Amount {
  if (part === undefined || part.files === null || part.folders === 0) return { count: rows };
  const { files, folders } = part;
  return { count: files === 0 ? folders : files, parts: { files, count: folders } };
}

/** In words: `402 files, 10 folders`; for one number only that. */
export function amountText({ count, parts }: Amount, number: (count: number) => string): string {
  return parts === undefined ? number(count) : words('inAll', parts);
}

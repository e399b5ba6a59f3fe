import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Words that gave way to a term of `src-main/GLOSSARY.md`, wherever they are in an identifier or a file name, and the term. */
const RETIRED_WORDS: ReadonlyMap<string, string> = new Map(
  [
    ['aggregate', 'EventDebouncer'],
    ['alongside', 'commit record'],
    ['announcer', 'ThrottledEmitter'],
    ['deed deeds', 'activity event or action'],
    ['eyes', 'FsReader'],
    ['foresee foresees foreseen foresight', 'preview or dry run'],
    ['happening happenings', 'notification'],
    ['heal healed heals', 'repair'],
    ['inward', 'ingest'],
    ['lacking', 'missing'],
    ['outward', 'checkout'],
    ['settling', 'reconcile, racy or release'],
    ['sketch', 'schema'],
    ['spare', 'duplicate'],
    ['standing', 'effective access, state or status'],
    ['trouble', 'error or problem'],
    ['unfitness', 'name error'],
    ['unsettled', 'racy timestamp'],
    ['unsorted', 'index write buffer'],
    ['vouch vouched', 'touch'],
    ['wish', 'request or launch options'],
  ].flatMap(([words = '', term = '']) => words.split(' ').map((word) => [word, term] as const)),
);

/** What is called so by others: a global object of JavaScript, a field on the wire. */
const OF_OTHERS: ReadonlySet<string> = new Set(['AggregateError', 'deed']);

/** Names of several words, each of which has a good use, and the term. */
const RETIRED: readonly (readonly [name: RegExp, term: string])[] = [
  [/^(Hand|Look)(FileSystem|File|Folder)$|^createNode(Hands|Look)$/, 'FileSystem or FsReader'],
  [/[wW]holeLook|EarlyLook|LookInterval/, 'scan or full rescan'],
  [/DirtyPlaces|hintEverything/, 'EventDebouncer'],
  [/^answerClaims$|^isClaimed$|^#claims$/, 'unresolved intent'],
  [/^#settle$|^settle(Heads|LargeMoves|Intents)$/, 'reconcile'],
  [/HeldChanges|HeldRemovals|HeldRewrites|HeldCommands|[pP]utBack/, 'paused changes or revert'],
  [/^standIns?(Name)?$|^asideName$|^isAsideName$/, 'temp file or displaced file'],
  [/AnsweringThread/, 'WorkerClient'],
  [/KeptRows|[kK]eptObjects|keptFromSeq/, 'dirent cache, retained reader or retainedFromSeq'],
  [/^nextTurn$|^NextTurn$|InTurns?$|^#?inTurns?$|^TURNS$/, 'yieldToEventLoop, inSteps or a lock'],
  [/bringLibraryBack|BringBackDependencies|admitLibrary|ArrivingLibrary|^Way$/, 'library import or publish'],
  [/^ownLinks$|OwnLinks|[lL]inkVisits/, 'share links or link access'],
  [/^openings$|[lL]ibraryOpenings/, 'shares and links'],
  [/^Reach(Config)?$/, 'access source'],
  [/^Moments?$|Moment(s|Json|Request|Restores)$|[lL]ookingBack/, 'snapshot or history browsing'],
  [/TakenItem/, 'ExportSource'],
  [/^Brought[A-Z]/, 'received'],
  [/ShellNews/, 'notification'],
  [/BackupTrial|TriedLibrary|^isTrial$/, 'rehearsal'],
  [/(Shell|Page|Notice)Words|^wordsOf$/, 'messages'],
];

/** A migration is called what it was called when it was written. */
const isExempt = (path: string): boolean => path.startsWith('src-main/store/sqlite/migrations/');

/** Identifiers and file names that say a thing by the name that it had before. */
export function findRetiredNames(file: SourceFile): Violation[] {
  if (isExempt(file.path)) return [];
  const found: Violation[] = [];
  const check = (name: string, position: number): void => {
    const term = termFor(name);
    if (term === undefined) return;
    const message = `"${name}" is called ${term}`;
    found.push({ file: file.path, line: lineAt(file.code, position), message });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) check(node.text, node.getStart(file.code));
    ts.forEachChild(node, visit);
  };
  check(file.path.replace(/^.*\//, ''), 0);
  visit(file.code);
  return found;
}

function termFor(name: string): string | undefined {
  if (OF_OTHERS.has(name)) return undefined;
  const word = wordsIn(name).find((one) => RETIRED_WORDS.has(one));
  if (word !== undefined) return RETIRED_WORDS.get(word);
  return RETIRED.find(([retired]) => retired.test(name))?.[1];
}

/** `UndoForesight`, `undo-foresight.ts` and `UNDO_FORESIGHT` alike have the words undo and foresight. */
function wordsIn(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced.toLowerCase().split(/[^a-z]+/);
}

import ts from 'typescript';
import { lineAt, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Names that gave way to a term of `src-main/GLOSSARY.md`, as they are in an identifier, and the term. */
const RETIRED: readonly (readonly [name: RegExp, term: string])[] = [
  [/^#?(create)?(inward|outward)$/i, 'ingest or checkout'],
  [/^(Hand|Look)(FileSystem|File|Folder)$|^createNode(Hands|Look)$/, 'FileSystem or FsReader'],
  [/[wW]holeLook|EarlyLook|LookInterval/, 'scan or full rescan'],
  [/[aA]ggregateOptions|DirtyPlaces|hintEverything/, 'EventDebouncer'],
  [/[aA]nnouncer/, 'ThrottledEmitter'],
  [/^deeds|^#?deedOf|[a-z]Deeds?$|^Deeds?$/, 'activity event or action'],
  [/^answerClaims$|^isClaimed$|^#claims$/, 'unresolved intent'],
  [/UNSETTLED|[uU]nsettled|^settle(Heads|LargeMoves|Intents)$/, 'racy timestamp or reconcile'],
  [/HeldChanges|HeldRemovals|HeldRewrites|[pP]utBack/, 'paused changes or revert'],
  [/^standIns?(Name)?$|^asideName$|^isAsideName$/, 'temp file or displaced file'],
  [/[uU]nfitness/, 'name error'],
  [/[sS]pareCop(y|ies)|^(un)?heal(ed|s)?$|^isHealed$/, 'duplicate or repair'],
  [/[vV]ouch/, 'touch'],
  [/UnsortedObjects|UnsortedOptions/, 'IndexWriteBuffer'],
  [/AnsweringThread/, 'WorkerClient'],
  [/KeptRows|[kK]eptObjects|keptFromSeq/, 'dirent cache, retained reader or retainedFromSeq'],
  [/^nextTurn$|^NextTurn$|InTurns?$|^#?inTurns?$/, 'yieldToEventLoop, inSteps or a lock'],
  [/bringLibraryBack|BringBackDependencies|admitLibrary|ArrivingLibrary/, 'library import or publish'],
  [/^ownLinks$|OwnLinks|[lL]inkVisits/, 'share links or link access'],
  [/^openings$|[lL]ibraryOpenings/, 'shares and links'],
  [/^#?standing$|^standingOf$|[a-z]Standing$|^Standing/, 'effective access, state or status'],
  [/^Moments?$|Moment(s|Json|Request|Restores)$|[lL]ookingBack/, 'snapshot or history browsing'],
  [/[fF]oresee/, 'preview or dry run'],
  [/TakenItem/, 'ExportSource'],
  [/^alongside$/, 'commit record'],
  [/^[sS]ketch/, 'schema'],
  [/^lacking$|^Brought[A-Z]/, 'missing or received'],
  [/^#?wish$|Wish$/, 'request or launch options'],
  [/ShellNews|[hH]appenings?$/, 'notification'],
  [/ShellWords|PageWords|NoticeWords|^wordsOf$/, 'messages'],
  [/[a-z]Trouble$|^trouble$/, 'error or problem'],
];

/** A migration is called what it was called when it was written. */
const isExempt = (path: string): boolean => path.startsWith('src-main/store/sqlite/migrations/');

/** Identifiers that say a thing by the name that it had before. */
export function findRetiredNames(file: SourceFile): Violation[] {
  if (isExempt(file.path)) return [];
  const found: Violation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const retired = RETIRED.find(([name]) => name.test(node.text));
      if (retired !== undefined) {
        const message = `"${node.text}" is called ${retired[1]}`;
        found.push({ file: file.path, line: lineAt(file.code, node.getStart(file.code)), message });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file.code);
  return found;
}

import type { PageLanguage } from '../../../src-shared/desktop-bridge.ts';
import type { RecentChangeJson } from '../../../src-shared/overview-api.ts';
import type { NoticeTopic } from '../system/notices.ts';
import type { MenuRole, PauseTime } from '../tray/menu-entry.ts';

/** Everything that the shell says outside its page. */
export interface ShellMessages {
  readonly language: PageLanguage;
  /** Electron has them in English only. */
  readonly roles: Readonly<Record<MenuRole, string>>;
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly settings: string;
  readonly quit: string;
  readonly open: string;
  readonly startService: string;
  readonly serviceStarting: string;
  readonly recentChanges: string;
  readonly nothingChanged: string;
  /** What a commit did, in a few words; its own description is English. */
  readonly change: (commit: CommitCounts) => string;
  readonly libraries: string;
  readonly noLibrary: string;
  readonly damagedLibrary: string;
  readonly allLibraries: string;
  readonly copyAddress: string;
  readonly startAtLogin: string;
  readonly resume: string;
  readonly pause: string;
  readonly pauseTimes: Readonly<Record<PauseTime, string>>;
  readonly states: {
    readonly stopped: string;
    readonly silent: string;
    readonly slow: string;
    readonly starting: string;
    readonly noFolder: string;
    readonly allPaused: string;
    readonly saved: string;
    readonly inHistory: string;
    readonly toLookAt: (things: number) => string;
    readonly saving: (folders: number) => string;
    readonly paused: (folders: number) => string;
  };
  readonly notices: Readonly<Record<NoticeTopic, (counted: Counted) => NotificationText>>;
  readonly closing: {
    readonly question: string;
    readonly meaning: string;
    readonly keepRunning: string;
    readonly quit: string;
    readonly cancel: string;
  };
  /** Asked while the page uploads. */
  readonly quitting: {
    readonly question: (files: number) => string;
    readonly meaning: string;
    readonly keepRunning: string;
    readonly quit: string;
  };
  readonly keepsRunning: NotificationText;
  readonly cannotStart: string;
  readonly noSandbox: string;
  /** Nothing can be written where the window keeps what it needs; the reason is the system's own. */
  readonly profileReadOnly: (refused: { readonly folder: string; readonly reason: string }) => string;
  /** Shown instead of the page when its process ended twice. */
  readonly pageStopped: { readonly title: string; readonly text: string; readonly reload: string };
  readonly logsIn: (folder: string) => string;
  /** Why the service refused to start, from its own English and its exit code, which scripts know. */
  readonly startRefused: (refusal: { readonly message: string; readonly exitCode: number }) => string;
}

export type CommitCounts = Pick<
  RecentChangeJson['commit'],
  'description' | 'added' | 'modified' | 'removed' | 'renamed'
>;

/** What a notification is about; `name` is that of the first folder, of a version, or of a file. */
export interface Counted {
  readonly name: string;
  readonly folders: number;
  readonly count: number;
}

interface NotificationText {
  readonly title: string;
  readonly body: string;
}

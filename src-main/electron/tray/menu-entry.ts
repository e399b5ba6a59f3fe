import type { ShellMessages } from '../messages.ts';

/** How long all folders are paused; `open`: until the user resumes them. */
type PauseTime = 'half-hour' | 'two-hours' | 'tomorrow' | 'open';

/** Commands of native menus. */
export type ShellCommand =
  /** Shows the window, at a place of the page or where it last was. */
  | { readonly do: 'open'; readonly hash: string | null }
  | { readonly do: 'pause'; readonly time: PauseTime }
  | { readonly do: 'resume' }
  | { readonly do: 'copy-address' }
  | { readonly do: 'start-at-login'; readonly isWanted: boolean }
  | { readonly do: 'start-service' }
  | { readonly do: 'quit' };

/** Menu items that the system carries out. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'delete'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
  | 'close'
  | 'front';

/** One entry of a native menu, before any toolkit is involved. */
export type MenuEntry =
  | { readonly kind: 'separator' }
  /** Text that cannot be chosen. */
  | { readonly kind: 'text'; readonly label: string }
  | {
      readonly kind: 'command';
      readonly label: string;
      readonly command: ShellCommand;
      readonly accelerator?: string;
      /** If present, the entry has a checkbox. */
      readonly isChecked?: boolean;
    }
  | {
      readonly kind: 'role';
      readonly role: MenuRole;
      readonly label: string;
      readonly isEnabled?: boolean;
    }
  | { readonly kind: 'group'; readonly label: string; readonly entries: readonly MenuEntry[] };

export const SEPARATOR: MenuEntry = { kind: 'separator' };

const LONGEST_NAME = 48;

/**
 * A name that another user may have chosen, made safe for one line of a menu: without line breaks or direction marks,
 * and shortened.
 */
export function menuName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim();
  const letters = [...plain];
  return letters.length <= LONGEST_NAME ? plain : `${letters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

const MORNING_HOUR = 8;

const TIMES: readonly PauseTime[] = ['half-hour', 'two-hours', 'tomorrow', 'open'];

/** The ways to pause all folders, as a menu. */
export function pauseEntries(messages: ShellMessages): MenuEntry[] {
  return TIMES.map((time) => ({
    kind: 'command',
    label: messages(`pause-${time}`),
    command: { do: 'pause', time },
  }));
}

/** Duration of a pause that begins now; null: no end. */
export function pauseSeconds(time: PauseTime, now: Date): number | null {
  switch (time) {
    case 'half-hour':
      return 30 * 60;
    case 'two-hours':
      return 2 * 60 * 60;
    case 'tomorrow':
      return secondsToMorning(now);
    case 'open':
      return null;
  }
}

/** Until the next morning in local time, across changes of daylight saving. */
function secondsToMorning(now: Date): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return Math.round((morning.getTime() - now.getTime()) / 1_000);
}

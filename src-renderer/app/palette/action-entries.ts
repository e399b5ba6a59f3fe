import FolderPlus from '@lucide/svelte/icons/folder-plus';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Languages from '@lucide/svelte/icons/languages';
import Lock from '@lucide/svelte/icons/lock';
import LogOut from '@lucide/svelte/icons/log-out';
import Pause from '@lucide/svelte/icons/pause';
import Play from '@lucide/svelte/icons/play';
import Plus from '@lucide/svelte/icons/plus';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Smartphone from '@lucide/svelte/icons/smartphone';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Telescope from '@lucide/svelte/icons/telescope';
import Undo from '@lucide/svelte/icons/undo-2';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { LANGUAGES } from '../../../src-shared/languages.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { t as onboarding } from '../../features/folders/onboarding/messages.ts';
import type { PaletteEntry } from '../../features/palette/palette-search.ts';
import { t as connect } from '../../features/settings/connect/messages.ts';
import { libraryName } from '../../format/name.ts';
import { folderName } from '../../format/path.ts';
import type { LanguageChoice } from '../../i18n/language.ts';
import { t as app } from '../messages.ts';
import type { ThemeChoice } from '../theme.svelte.ts';
import { t } from './messages.ts';

/** What can be done from anywhere. */
export interface PaletteActions {
  newLibrary(): void;
  addFolder(): void;
  connectPhone(): void;
  lock(library: LocalLibraryJson): void;
  lockAll(): void;
  pause(folders: readonly LinkedFolderJson[]): void;
  resume(folders: readonly LinkedFolderJson[]): void;
  rescan(folders: readonly LinkedFolderJson[]): void;
  openSample(): void;
  removeSample(): void;
  undo(): void;
  chooseTheme(choice: ThemeChoice): void;
  chooseLanguage(choice: LanguageChoice): void;
  showShortcuts(): void;
  signOut(): void;
}

export interface PaletteState {
  readonly folders: readonly LinkedFolderJson[];
  /** Encrypted libraries that are unlocked for this user. */
  readonly open: readonly LocalLibraryJson[];
  /** The folder of the library that is shown. */
  readonly folder: LinkedFolderJson | null;
  /** Set for users who may link folders of the computer that the service runs on. */
  readonly isAdmin: boolean;
  readonly canSignOut: boolean;
  readonly hasSample: boolean;
  readonly theme: ThemeChoice;
}

type Action = Omit<PaletteEntry, 'group'> & Partial<Pick<PaletteEntry, 'group'>>;

function folderActions(
  { folder, folders }: PaletteState,
  { pause, resume, rescan }: PaletteActions,
): readonly Action[] {
  const resting = folders.filter(({ state }) => state === 'paused');
  const working = folders.filter(({ state }) => state !== 'paused');
  const [pauses, resumes, rescans] = [
    { icon: Pause, words: t('pauseWords') },
    { icon: Play, words: t('resumeWords') },
    { icon: RefreshCw, words: t('rescanWords') },
  ];
  const actions: Action[] = [];
  if (folder !== null) {
    const name = folderName(folder.path);
    const [only, key] = [[folder], { shortcut: 'Ctrl+P' }];
    if (folder.state === 'paused')
      actions.push({
        ...resumes,
        ...key,
        id: 'resume',
        label: t('resumeOne', { name }),
        group: 'here',
        run: () => resume(only),
      });
    else
      actions.push({
        ...pauses,
        ...key,
        id: 'pause',
        label: t('pauseOne', { name }),
        group: 'here',
        run: () => pause(only),
      });
    const label = t('rescanOne', { name });
    actions.push({
      ...rescans,
      group: 'here',
      shortcut: 'Ctrl+R',
      id: 'rescan',
      label,
      run: () => rescan(only),
    });
  }
  if (working.length > 0)
    actions.push({ ...pauses, id: 'pause-all', label: t('pauseAll'), run: () => pause(working) });
  if (resting.length > 0)
    actions.push({ ...resumes, id: 'resume-all', label: t('resumeAll'), run: () => resume(resting) });
  if (working.length > 0)
    actions.push({ ...rescans, id: 'rescan-all', label: t('rescanAll'), run: () => rescan(working) });
  return actions;
}

function lockActions({ open }: PaletteState, { lock, lockAll }: PaletteActions): readonly Action[] {
  const words = { icon: Lock, words: t('lockWords') };
  const each = open.map((library) => ({
    ...{ ...words, id: `lock-${library.id}`, label: t('lockOne', { name: libraryName(library) }) },
    run: () => lock(library),
  }));
  if (each.length === 0) return each;
  return [...each, { ...words, id: 'lock-all', label: t('lockAll'), run: lockAll }];
}

function sampleActions({ hasSample }: PaletteState, actions: PaletteActions): readonly Action[] {
  const words = { icon: Telescope, words: t('sampleWords') };
  const label = onboarding(hasSample ? 'sampleOpen' : 'sample');
  const open = { ...words, id: 'sample', label, run: actions.openSample };
  if (!hasSample) return [open];
  return [open, { ...words, id: 'remove-sample', label: app('sampleRemove'), run: actions.removeSample }];
}

function lookActions({ theme }: PaletteState, actions: PaletteActions): readonly Action[] {
  const themes = [
    { choice: 'light', label: t('lightTheme') },
    { choice: 'dark', label: t('darkTheme') },
    { choice: 'system', label: t('systemTheme') },
  ] as const;
  const languages: readonly { readonly key: LanguageChoice; readonly label: string }[] = [
    ...LANGUAGES.map(({ key, name }) => ({ key, label: t('language', { name }) })),
    { key: 'system', label: t('systemLanguage') },
  ];
  return [
    ...themes
      .filter(({ choice }) => choice !== theme)
      .map(({ choice, label }) => ({
        ...{ id: `theme-${choice}`, icon: SunMoon, label, words: t('themeWords') },
        run: () => actions.chooseTheme(choice),
      })),
    ...languages.map(({ key, label }) => ({
      ...{ id: `language-${key}`, icon: Languages, label, words: t('languageWords') },
      run: () => actions.chooseLanguage(key),
    })),
  ];
}

/** What can be done now, by this account. */
export function actionEntries(status: PaletteState, actions: PaletteActions): readonly PaletteEntry[] {
  const { isAdmin, canSignOut } = status;
  const entries: Action[] = [
    {
      ...{ id: 'new-library', icon: Plus, label: t('newLibrary'), words: t('newLibraryWords') },
      run: actions.newLibrary,
    },
    {
      ...{ id: 'undo', icon: Undo, label: t('undo'), words: t('undoWords'), shortcut: 'Ctrl+Z' },
      run: actions.undo,
    },
    {
      ...{ id: 'connect-phone', icon: Smartphone, label: connect('connectPhone') },
      ...{ words: connect('connectWords'), run: actions.connectPhone },
    },
    ...sampleActions(status, actions),
    ...lockActions(status, actions),
    ...lookActions(status, actions),
    {
      ...{
        id: 'shortcuts',
        icon: Keyboard,
        label: t('shortcuts'),
        words: t('shortcutsWords'),
        shortcut: '?',
      },
      run: actions.showShortcuts,
    },
  ];
  if (isAdmin) {
    const words = { label: t('addFolder'), words: t('addFolderWords') };
    entries.splice(1, 0, { ...words, id: 'add-folder', icon: FolderPlus, run: actions.addFolder });
    entries.splice(2, 0, ...folderActions(status, actions));
  }
  if (canSignOut) {
    const words = { label: t('signOut'), words: t('signOutWords') };
    entries.push({ ...words, id: 'sign-out', icon: LogOut, run: actions.signOut });
  }
  return entries.map((entry) => ({ group: 'actions', ...entry }));
}

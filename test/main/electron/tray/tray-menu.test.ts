import { describe, expect, it } from 'vitest';
import { shellMessages } from '../../../../src-main/electron/messages.ts';
import type { ServiceView } from '../../../../src-main/electron/service/service-watch.ts';
import { appMenu, textMenu } from '../../../../src-main/electron/tray/app-menu.ts';
import type { MenuEntry } from '../../../../src-main/electron/tray/menu-entry.ts';
import { type ShellFacts, trayMenu } from '../../../../src-main/electron/tray/tray-menu.ts';
import type { RecentChangeJson } from '../../../../src-shared/overview-api.ts';
import { linkedFolder } from '../../../support/linked-folders.ts';

const en = shellMessages('en');
const de = shellMessages('de');

const library = { id: '0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10', name: 'Photos' };

function facts(change: Partial<ShellFacts> = {}, view: Partial<ServiceView> = {}): ShellFacts {
  const whole = {
    ...{ folders: [linkedFolder()], libraries: [library], recent: [] },
    ...{ conflicts: 0, hasBackup: true, damaged: 0, lost: 0, ...view },
  };
  return { service: 'running', startsAtLogin: false, view: whole, messages: en, ...change };
}

function labels(entries: readonly MenuEntry[]): unknown[] {
  return entries.flatMap((entry): unknown[] => {
    if (entry.kind === 'separator') return ['—'];
    if (entry.kind === 'role') return [entry.role];
    return entry.kind === 'group' ? [[entry.label, labels(entry.entries)]] : [entry.label];
  });
}

function recentChange(description: string): RecentChangeJson {
  const commit = {
    ...{ id: 'a'.repeat(40), time: 0, description, author: '', author_name: '', device: '', is_merge: false },
    ...{ added: 1, modified: 0, removed: 0, renamed: 0 },
  };
  return { library_id: library.id, library_name: library.name, commit };
}

describe('the menu of the tray', () => {
  it('says how things are and offers everything', () => {
    expect(labels(trayMenu(facts({}, { recent: [recentChange('Added "a.jpg"')] })))).toEqual([
      'Everything is saved',
      'Open Keepfold',
      '—',
      ['Pause', ['For 30 minutes', 'For 2 hours', 'Until tomorrow', 'Until I resume']],
      ['Recent changes', ['Photos: Added "a.jpg"']],
      ['Libraries', ['Photos']],
      'Copy server address',
      '—',
      'Start at login',
      'Settings',
      'Quit Keepfold',
    ]);
  });

  it('offers to resume what is paused and to pause what is not', () => {
    const folders = [linkedFolder({ state: 'paused' }), linkedFolder()];
    expect(labels(trayMenu(facts({}, { folders }))).slice(3, 5)).toEqual([
      'Resume',
      expect.arrayContaining(['Pause']),
    ]);
    const all = labels(trayMenu(facts({}, { folders: [linkedFolder({ state: 'paused' })] })));
    expect(all.slice(3, 5)).toEqual(['Resume', expect.arrayContaining(['Recent changes'])]);
  });

  it('offers to start a service again that has stopped, and nothing that needs it', () => {
    expect(labels(trayMenu(facts({ service: 'stopped' })))).toEqual([
      ...[
        'Keepfold is not running: nothing is being saved',
        'Open Keepfold',
        '—',
        'Restart the service',
        '—',
      ],
      ...['Start at login', 'Settings', 'Quit Keepfold'],
    ]);
  });

  it('ticks what starts at login and offers the opposite', () => {
    const entry = trayMenu(facts({ startsAtLogin: true })).find((each) => 'isChecked' in each);
    expect(entry).toEqual({
      kind: 'command',
      label: 'Start at login',
      isChecked: true,
      command: { do: 'start-at-login', isWanted: false },
    });
    expect(labels(trayMenu(facts({ startsAtLogin: null })))).not.toContain('Start at login');
  });

  it('shows five changes and leads to their history', () => {
    const recent = Array.from({ length: 8 }, (_each, index) => recentChange(`Change ${index}`));
    const group = trayMenu(facts({}, { recent })).find(
      (each) => each.kind === 'group' && each.label === 'Recent changes',
    );
    const entries = group?.kind === 'group' ? group.entries : [];
    expect(entries).toHaveLength(5);
    expect(entries[0]).toMatchObject({ command: { do: 'open', hash: `#/libraries/${library.id}/history` } });
  });

  it('leads to all libraries when there are too many for a menu', () => {
    const libraries = Array.from({ length: 21 }, (_each, index) => ({
      ...library,
      name: `Library ${index}`,
    }));
    const group = trayMenu(facts({}, { libraries })).find(
      (each) => each.kind === 'group' && each.label === 'Libraries',
    );
    const entries = group?.kind === 'group' ? group.entries : [];
    expect(labels(entries).slice(19)).toEqual(['Library 19', 'All libraries']);
  });

  it('says what is empty', () => {
    const menu = labels(trayMenu(facts({}, { folders: [], libraries: [] })));
    expect(menu).toContainEqual(['Libraries', ['There is no library yet']]);
    expect(menu).toContainEqual(['Recent changes', ['Nothing has changed yet']]);
    expect(menu).not.toContain('Resume');
  });
});

describe('the menu of the app', () => {
  it('has everything of the tray but what the window is, with keys', () => {
    expect(labels(appMenu(facts(), 'linux'))).toEqual([
      [
        'File',
        [
          ['Pause', ['For 30 minutes', 'For 2 hours', 'Until tomorrow', 'Until I resume']],
          ['Recent changes', ['Nothing has changed yet']],
          ['Libraries', ['Photos']],
          ...['Copy server address', '—', 'Settings', '—', 'Quit Keepfold'],
        ],
      ],
      ['Edit', ['undo', 'redo', '—', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll']],
      ['View', ['resetZoom', 'zoomIn', 'zoomOut', '—', 'togglefullscreen']],
      ['Window', ['minimize', 'close']],
    ]);
  });

  it('begins with the menu of the app on macOS', () => {
    const [first, file] = labels(appMenu(facts(), 'darwin'));
    const messages = [
      'about',
      '—',
      'Settings',
      '—',
      'services',
      '—',
      'hide',
      'hideOthers',
      'unhide',
      '—',
      'Quit Keepfold',
    ];
    expect(first).toEqual(['Keepfold', messages]);
    expect(file).toEqual(['File', expect.not.arrayContaining(['Quit Keepfold'])]);
  });
});

describe('the menus in German', () => {
  const german = facts(
    { messages: de },
    { folders: [linkedFolder({ state: 'syncing' })], recent: [recentChange('Added "a.jpg"')] },
  );

  it('say nothing in English', () => {
    expect(labels(trayMenu(german))).toEqual([
      ...['Wird gesichert: 1 Ordner', 'Keepfold öffnen', '—'],
      ['Anhalten', ['Für 30 Minuten', 'Für 2 Stunden', 'Bis morgen', 'Bis ich fortsetze']],
      ['Letzte Änderungen', ['Photos: 1 hinzugefügt']],
      ['Bibliotheken', ['Photos']],
      ...[
        'Adresse des Servers kopieren',
        '—',
        'Bei der Anmeldung starten',
        'Einstellungen',
        'Keepfold beenden',
      ],
    ]);
  });

  it('word what the system does, which it would say in English', () => {
    const edit = appMenu(german, 'linux')[1];
    const entries = edit?.kind === 'group' ? edit.entries : [];
    const undo = { kind: 'role', role: 'undo', label: 'Rückgängig' };
    expect(entries[0]).toEqual(undo);
    const text = { isEditable: true, hasSelection: true, canPaste: true };
    expect(textMenu(text, de)[0]).toEqual(undo);
  });
});

describe('the menu of text', () => {
  it('is empty where no text is', () => {
    expect(textMenu({ isEditable: false, hasSelection: false, canPaste: true }, en)).toEqual([]);
  });

  it('copies what is selected', () => {
    const menu = textMenu({ isEditable: false, hasSelection: true, canPaste: true }, en);
    expect(labels(menu)).toEqual(['copy', '—', 'selectAll']);
  });

  it('edits a field, and cuts nothing where nothing is selected', () => {
    const menu = textMenu({ isEditable: true, hasSelection: false, canPaste: false }, en);
    expect(labels(menu)).toEqual(['undo', 'redo', '—', 'cut', 'copy', 'paste', 'delete', '—', 'selectAll']);
    const off = menu.filter((entry) => entry.kind === 'role' && entry.isEnabled === false);
    expect(labels(off)).toEqual(['cut', 'copy', 'paste', 'delete']);
  });
});

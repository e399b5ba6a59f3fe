import { describe, expect, it } from 'vitest';
import { t } from '../../../src-renderer/format/commit/messages.ts';
import { commitMessage } from '../../../src-renderer/format/commit-message.ts';
import de from '../../../src-renderer/i18n/catalogs/de.json';
import { messages } from '../../../src-renderer/i18n/messages.ts';

const german = messages(t.area, t.english, { language: 'de', catalog: de });

describe('descriptions of commits', () => {
  it('stay as they are where English is read', () => {
    for (const line of [
      'Added or modified "a {b}.txt" and 12 more files.',
      'Renamed directory "Letters".',
      'Moved "a" and 2 more files',
      'Created library',
      'Changed library name or description',
      'Put back 3 files as before.',
      'Undid: Deleted "a".',
      'What I wrote: "x".',
      '',
    ])
      expect(commitMessage(line)).toBe(line);
  });

  it('are found by their English, with what they are about', () => {
    expect(commitMessage('Added or modified "a" and 12 more files.', german)).toBe(
      '„a“ und 12 weitere Dateien hinzugefügt oder geändert',
    );
    expect(commitMessage('Deleted "a" and "b".', german)).toBe('„a" and "b“ gelöscht');
    expect(commitMessage('Reverted file "a.txt" to status at 2026-11-22 08:00:00', german)).toBe(
      'Datei „a.txt“ auf den Stand vom 2026-11-22 08:00:00 gebracht',
    );
    expect(commitMessage('Put back 3 files as before.', german)).toBe('3 Dateien wie zuvor zurückgestellt');
    expect(commitMessage('Resolved the conflict of "a.txt"', german)).toBe('Konflikt bei „a.txt“ gelöst');
    expect(commitMessage('Changed library name or description', german)).toBe(
      'Namen oder Beschreibung der Bibliothek geändert',
    );
    expect(commitMessage('Undid: Renamed "a".', german)).toBe('Rückgängig gemacht: „a“ umbenannt');
  });

  it('name one more in the singular, whatever the client wrote', () => {
    const lines = [
      'Deleted "a" and 1 more files',
      'Added "b" and 1 more directories.',
      'Undid: Moved "c" and 1 more files',
    ];
    expect(lines.map((line) => commitMessage(line))).toEqual([
      'Deleted "a" and 1 more file',
      'Added "b" and 1 more directory.',
      'Undid: Moved "c" and 1 more file',
    ]);
    expect(lines.map((line) => commitMessage(line, german))).toEqual([
      '„a“ und 1 weitere Datei gelöscht',
      '„b“ und 1 weiterer Ordner hinzugefügt',
      'Rückgängig gemacht: „c“ und 1 weitere Datei verschoben',
    ]);
    expect(commitMessage('Deleted "a and 1 more files".')).toBe('Deleted "a and 1 more files".');
  });

  it('say of an undo that was undone only what holds in the end', () => {
    expect(commitMessage('Undid: Undid: Deleted "a".')).toBe('Redid: Deleted "a".');
    expect(commitMessage('Undid: Undid: Undid: Deleted "a".')).toBe('Undid: Deleted "a".');
    expect(commitMessage('Undid: Undid: Deleted "a".', german)).toBe('Wiederholt: „a“ gelöscht');
  });

  it('that somebody wrote stay as they are', () => {
    expect(commitMessage('Before the exam', german)).toBe('Before the exam');
  });

  it('part a text with several places for it as late as they can', () => {
    expect(commitMessage('Deleted "a" and 1 and "b" and 2 more files.', german)).toBe(
      '„a" and 1 and "b“ und 2 weitere Dateien gelöscht',
    );
    expect(commitMessage('Deleted "" and 2 more files.', german)).toBe('Deleted "" and 2 more files.');
    expect(commitMessage('Deleted "a" and  more files.', german)).toBe('Deleted "a" and  more files.');
  });
});

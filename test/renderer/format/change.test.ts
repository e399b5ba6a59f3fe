import { describe, expect, it } from 'vitest';
import {
  changeOp,
  changeWording,
  commitBody,
  commitMessage,
  commitTitle,
} from '../../../src-renderer/format/change.ts';
import { t } from '../../../src-renderer/format/commit/messages.ts';
import de from '../../../src-renderer/i18n/catalogs/de.json';
import { messages } from '../../../src-renderer/i18n/messages.ts';

describe('the wording of changes', () => {
  it('shows an operation it does not know by its name', () => {
    expect(changeWording('chmod')).toEqual({ word: 'Changed (chmod)', tone: 'neutral' });
  });

  it('tells a move from a rename', () => {
    expect(changeOp({ op: 'renamed', path: '/a/x', new_path: '/a/y' })).toBe('renamed');
    expect(changeOp({ op: 'renamed', path: '/a/x', new_path: '/b/x' })).toBe('moved');
  });
});

describe('the description of a commit', () => {
  it('has its first line as title and the rest as body', () => {
    expect(commitTitle({ description: 'Added "a".\nDeleted "b".' })).toBe('Added "a".');
    expect(commitBody({ description: 'Added "a".\nDeleted "b".' })).toBe('Deleted "b".');
  });

  it('has a title even when it is empty', () => {
    expect(commitTitle({ description: '' })).toBe('No description');
  });

  it('of 200 KB is cut: a title of some lines, and the rest of 4 KiB behind it', () => {
    const line = `Added or modified "${'" and '.repeat(34_000)}`;
    expect(commitTitle({ description: line })).toBe(`${line.slice(0, 300)}…`);
    expect(commitBody({ description: `${line}\nlost` })).toBe(`…${line.slice(300, 4096)}…`);
  });

  it('that is long in its first line goes on in the body where the title breaks off', () => {
    const line = `${'a'.repeat(300)}b`;
    expect(commitTitle({ description: `${line}\nc` })).toBe(`${'a'.repeat(300)}…`);
    expect(commitBody({ description: `${line}\nc` })).toBe('…b\nc');
  });

  it('is not cut inside of a character', () => {
    expect(commitTitle({ description: `${'a'.repeat(299)}😀b` })).toBe(`${'a'.repeat(299)}…`);
    expect(commitBody({ description: `${'a'.repeat(299)}😀b` })).toBe('…😀b');
  });
});

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

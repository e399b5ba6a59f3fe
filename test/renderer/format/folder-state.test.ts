import { describe, expect, it } from 'vitest';
import {
  activityWording,
  folderFraction,
  folderSentence,
  folderTone,
  isLongJob,
  pauseChoices,
  phaseSteps,
} from '../../../src-renderer/format/folder-state.ts';
import { heldFiles, linkedFolder } from '../builders.ts';

const NOW = 1_700_000_000;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the sentence about a folder', () => {
  it('counts through the running phase', () => {
    const folder = linkedFolder({
      state: 'syncing',
      progress: {
        phase: 'store',
        files_done: 640,
        files_total: 1000,
        bytes_done: 50,
        bytes_total: 100,
        current: 'a',
      },
    });
    expect(plain(folderSentence(folder, NOW))).toBe('Copying 640 of 1,000 files');
    expect(folderFraction(folder)).toBe(0.5);
  });

  it('does not invent a total while it looks for changes', () => {
    const folder = linkedFolder({
      state: 'scanning',
      progress: { phase: 'scan', files_done: 12, files_total: 0, bytes_done: 0, bytes_total: 0, current: '' },
    });
    expect(plain(folderSentence(folder, NOW))).toBe('Looking for changes · 12 files so far');
    expect(folderFraction(folder)).toBeNull();
  });

  it('leaves the details of a saved file or a routine scan out', () => {
    const progress = {
      phase: 'commit',
      files_done: 1,
      files_total: 1,
      bytes_done: 9,
      bytes_total: 9,
      current: 'a',
    } as const;
    expect(isLongJob(linkedFolder({ state: 'syncing', progress }))).toBe(false);
    expect(isLongJob(linkedFolder({ state: 'syncing', progress: { ...progress, files_total: 400 } }))).toBe(
      true,
    );
    expect(isLongJob(linkedFolder({ state: 'syncing', progress, last_commit_at: 0 }))).toBe(true);
  });

  it('says what goes from the library to the folder', () => {
    const progress = {
      phase: 'write',
      files_done: 12,
      files_total: 340,
      bytes_done: 0,
      bytes_total: 0,
      current: '',
    } as const;
    const folder = linkedFolder({ state: 'syncing', progress });
    expect(plain(folderSentence(folder, NOW))).toBe('Writing 12 of 340 files');
    expect(phaseSteps('write').map((step) => step.label)).toEqual(['Compare', 'Write to the folder']);
    const removing = linkedFolder({
      state: 'syncing',
      progress: { ...progress, files_done: 0, files_total: 0 },
    });
    expect(folderSentence(removing, NOW)).toBe('Removing or renaming files in the folder');
  });

  it('says until when it is paused, and what waits', () => {
    const folder = linkedFolder({ state: 'paused', resume_at: NOW + 60, pending: 3 });
    expect(plain(folderSentence(folder, NOW))).toMatch(/^Paused until .+ · 3 changes waiting$/);
    expect(folderSentence(linkedFolder({ state: 'paused' }), NOW)).toBe('Paused');
  });

  it('says that a library is locked, but not of a folder that is away', () => {
    expect(folderSentence(linkedFolder({ encryption: 'locked', state: 'error' }), NOW)).toBe('Locked');
    expect(folderTone(linkedFolder({ encryption: 'locked', state: 'error' }))).toBe('attention');
    expect(folderSentence(linkedFolder({ encryption: 'locked', state: 'away' }), NOW)).toBe(
      'Folder unavailable',
    );
  });

  it('counts what waits for an answer', () => {
    const folder = linkedFolder({ state: 'held', held: heldFiles({ count: 812 }) });
    expect(plain(folderSentence(folder, NOW))).toBe('Waiting for you · 812 unusual changes');
  });

  it('is not calm about items that could not be saved', () => {
    const folder = linkedFolder({ problem_count: 3 });
    expect(plain(folderSentence(folder, NOW))).toBe('Up to date except for 3 items');
    expect(folderTone(folder)).toBe('attention');
  });
});

describe('the words about what a folder did', () => {
  it('keep the two sides apart', () => {
    expect(activityWording('removed').word).toBe('Deleted in the library');
    expect(activityWording('deleted-here').word).toBe('Deleted in the folder');
    expect(activityWording('left-out').word).toBe('Removed from this computer, kept in the library');
  });

  it('show what this version does not know by its name', () => {
    expect(activityWording('tidied-up')).toEqual({ word: 'Tidied up', kind: 'other' });
  });
});

describe('the ways to pause', () => {
  const evening = Math.floor(new Date(2026, 10, 21, 22, 15).getTime() / 1000);

  it('end by themselves, but for the last', () => {
    const hours = pauseChoices(evening).map(({ seconds }) => (seconds === null ? null : seconds / 3600));
    expect(hours).toEqual([0.5, 2, 9.75, null]);
  });

  it('name the moment where it is not plain', () => {
    expect(pauseChoices(evening)[2]?.label).toMatch(/^Until tomorrow, 0?8:00/);
  });
});

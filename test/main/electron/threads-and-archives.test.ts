import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../../src-main');

/** Each thread of the service by what it does about Electron's archives, which no thread has from another. */
const threads = Object.groupBy(globSync('**/*-worker.ts', { cwd: sources }), (file) =>
  readFileSync(join(sources, file), 'utf8').includes('\ntakeFilesAsTheyAre(process);\n')
    ? 'as they are'
    : 'as Electron has them',
);

const named = (files: readonly string[] = []) => files.map((file) => basename(file, '-worker.ts')).sort();

it('threads that are given paths of people take their files as they are', () => {
  expect(named(threads['as they are'])).toEqual(['disk', 'watch', 'writing']);
});

it('other threads open nothing by a path, but what ships with the program and the database', () => {
  expect(named(threads['as Electron has them'])).toEqual([
    'certificate',
    'database',
    'hash',
    'password',
    'thumbnail',
  ]);
});

import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take a minute and more, the longest first. Begun last, one of them would run alone at the end. */
const LONG_FILES = [
  'engine.test.ts',
  'engine-more.test.ts',
  'kill.test.ts',
  'power-loss.test.ts',
  'client-upload-kill.test.ts',
  'rclone.test.ts',
  'crash-points.test.ts',
  'seafile-client.test.ts',
  'watcher-overflow.test.ts',
  'instances-descriptors.test.ts',
  'bit-flips.test.ts',
];

/** Begins with the files that take longest: on a fresh clone the runner knows only how large files are. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = LONG_FILES.indexOf(basename(moduleId));
  return at === -1 ? LONG_FILES.length : at;
}

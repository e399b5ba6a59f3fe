import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFloatingPromises } from '../../checks/floating-promises.ts';
import { SeededProject } from '../../support/seeded-project.ts';

/** Statements and whether each leaves a promise to itself. */
const STATEMENTS: readonly (readonly [statement: string, isFloating: boolean])[] = [
  ['work();', true],
  ['void work();', true],
  ['(work());', true],
  ['new Promise(() => undefined);', true],
  ['verbs.remove();', true],
  ['maybe?.work();', true],
  ['isReady && work();', true],
  ['isReady ? work() : 1;', true],
  ['1, work();', true],
  ['work().then(() => 1);', true],
  ['work().finally(() => 1);', true],
  ['[work()];', true],
  ['[1].map(() => work());', true],
  ['() => { work(); };', true],
  ['await work();', false],
  ['kept = work();', false],
  ['kept ??= work();', false],
  ['work().catch(() => 1);', false],
  ['void work().catch(() => 1);', false],
  ['work().catch(() => 1).finally(() => 1);', false],
  ['work().then(() => 1, () => 2);', false],
  ['isReady && work().catch(() => 1);', false],
  ['await Promise.all([work()]);', false],
  ['verbs.count();', false],
  ['thenable();', false],
];

const source = `
const work = async (): Promise<number> => 1;
function createVerbs() {
  return { remove: work, count: () => 1 };
}
const verbs: ReturnType<typeof createVerbs> = createVerbs();
export const maybe = Math.random() > 2 ? { work } : null;
export const isReady: boolean = Math.random() > 2;
export let kept: Promise<number> | undefined;
const thenable = (): PromiseLike<number> => work();
`;

describe('promises that are left to themselves', () => {
  const first = source.split('\n').length;
  let project: SeededProject;
  let lines: number[];

  beforeAll(async () => {
    const statements = STATEMENTS.map(([statement]) => statement).join('\n');
    project = await SeededProject.create({ 'src-main/app/x.ts': `${source}${statements}\n` });
    const found = findFloatingPromises(project.folder);
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(['src-main/app/x.ts']));
    lines = found.map(({ line }) => line);
  }, 30_000);

  afterAll(() => project.remove());

  it.each(STATEMENTS.map(([statement, isFloating], index) => ({ statement, isFloating, index })))(
    '$statement: $isFloating',
    ({ isFloating, index }) => {
      expect(lines.includes(first + index)).toBe(isFloating);
    },
  );
});

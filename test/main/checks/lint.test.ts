import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededProject } from '../../support/seeded-project.ts';

const files = {
  'src-main/core/reads-process.ts': 'export const dir = (): string => process.cwd();\n',
  'src-main/core/waits.ts': 'export const later = (go: () => void): void => void setTimeout(go, 5);\n',
  'src-main/usecases/prints.ts': "export const tell = (): void => console.log('told');\n",
  'src-main/usecases/any.ts': 'export const parse = (text: any): unknown => text;\n',
  'src-main/usecases/bang.ts': 'export const first = (rows: string[]): string => rows[0]!;\n',
  'src-main/usecases/swallows.ts':
    'export function go(act: () => void): void {\n  try {\n    act();\n  } catch {}\n}\n',
  'src-main/usecases/default-export.ts': 'export default 1;\n',
  'src-main/usecases/barrel.ts': "export { dir } from '../core/reads-process.ts';\n",
  'src-main/usecases/CamelCase.ts': 'export const value = 1;\n',
  'src-main/usecases/floats.ts':
    'const save = async (): Promise<void> => {\n  await Promise.resolve();\n};\nexport function go(): void {\n  save();\n}\n',
  'src-main/usecases/unused.ts': 'export function go(): void {\n  const left = 1;\n}\n',
  'src-main/usecases/ugly.ts': 'export const value = {a:1,\n   b:"2"}\n',
  'test/main/skips.test.ts': "import { it } from 'vitest';\n\nit.skip('does nothing', () => undefined);\n",
  'src-main/headless/main.ts': "console.log('ready');\n",
};

describe('the linter', () => {
  let project: SeededProject;
  let output = '';

  beforeAll(async () => {
    project = await SeededProject.create(files);
    const args = [
      'ci',
      '--colors=off',
      '--error-on-warnings',
      '--reporter=github',
      '--max-diagnostics=200',
      '.',
    ];
    ({ output } = await project.run('@biomejs/biome/bin/biome', args));
  }, 120_000);

  afterAll(() => project.remove());

  it.each([
    ['lint/style/noRestrictedGlobals', 'src-main/core/reads-process.ts'],
    ['lint/style/noRestrictedGlobals', 'src-main/core/waits.ts'],
    ['lint/suspicious/noConsole', 'src-main/usecases/prints.ts'],
    ['lint/suspicious/noExplicitAny', 'src-main/usecases/any.ts'],
    ['lint/style/noNonNullAssertion', 'src-main/usecases/bang.ts'],
    ['lint/suspicious/noEmptyBlockStatements', 'src-main/usecases/swallows.ts'],
    ['lint/style/noDefaultExport', 'src-main/usecases/default-export.ts'],
    ['lint/performance/noBarrelFile', 'src-main/usecases/barrel.ts'],
    ['lint/style/useFilenamingConvention', 'src-main/usecases/CamelCase.ts'],
    ['lint/nursery/noFloatingPromises', 'src-main/usecases/floats.ts'],
    ['lint/correctness/noUnusedVariables', 'src-main/usecases/unused.ts'],
    ['lint/suspicious/noSkippedTests', 'test/main/skips.test.ts'],
    ['format', 'src-main/usecases/ugly.ts'],
  ])('reports %s in %s', (rule, file) => {
    const lines = output.split('\n').filter((line) => line.includes(`${file},`));
    expect(lines.join('\n')).toContain(`title=${rule},`);
  });

  it('lets entries print', () => {
    expect(output).not.toContain('src-main/headless/main.ts');
  });
});

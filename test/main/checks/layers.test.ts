import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededProject } from '../../support/seeded-project.ts';

const use = (...specifiers: string[]): string => {
  const imports = specifiers.map((specifier, index) => `import * as used${index} from '${specifier}';`);
  const names = specifiers.map((_, index) => `used${index}`);
  return `${imports.join('\n')}\nexport const used = [${names.join(', ')}];\n`;
};
const component = (code: string): string => `<script lang="ts">\n${code}\n</script>\n<p>text</p>\n`;
const value = 'export const value = 1;\nexport interface Row { readonly id: string }\n';

const files = {
  'src-shared/wire.ts': value,
  'src-shared/leaks.ts': use('node:path'),
  'src-shared/things-api.ts': value,
  'src-main/core/pure.ts': `${use('node:crypto', '../../src-shared/wire.ts')}${value}`,
  'src-main/core/reads-disk.ts': use('node:fs'),
  'src-main/core/uses-service.ts': use('../usecases/files.ts'),
  'src-main/usecases/files.ts': `import type { Row } from '../store/rows.ts';\nexport type Kept = Row;\n${value}`,
  'src-main/usecases/loads-store.ts': use('../store/rows.ts'),
  'src-main/usecases/loads-http.ts': use('../http/routes.ts'),
  'src-main/usecases/listens.ts': use('node:http'),
  'src-main/core/access/caller.ts': value,
  'src-main/engine/heads/head.ts': value,
  'src-main/engine/heads/knows-use-case.ts': use('../../usecases/files.ts'),
  'src-main/engine/heads/knows-caller.ts': use('../../core/access/caller.ts'),
  'src-main/engine/heads/loads-store.ts': use('../../store/rows.ts'),
  'src-main/engine/reading/moves-head.ts': use('../heads/head.ts'),
  'src-main/engine/scheduling/queue.ts': value,
  'src-main/engine/scheduling/knows-store.ts': `import type { Row } from '../../store/rows.ts';\nexport type Kept = Row;\n`,
  'src-main/store/rows.ts': `${use('better-sqlite3', 'node:fs', '../core/pure.ts', '../engine/scheduling/queue.ts')}${value}`,
  'src-main/store/knows-head.ts': use('../engine/heads/head.ts'),
  'src-main/store/knows-service.ts': use('../usecases/files.ts'),
  'src-main/folder/watch.ts': use('chokidar', 'node:fs', '../usecases/files.ts'),
  'src-main/folder/knows-store.ts': `import type { Row } from '../store/rows.ts';\nexport type Kept = Row;\n`,
  'src-main/folder/reaches-up.ts': use('./disk/entry.ts'),
  'src-main/folder/disk/entry.ts': value,
  'src-main/folder/control/loop.ts': `${use('../ingest/ingest.ts', '../checkout/checkout.ts')}${value}`,
  'src-main/folder/ingest/ingest.ts': value,
  'src-main/folder/ingest/knows-checkout.ts': use('../checkout/checkout.ts'),
  'src-main/folder/checkout/checkout.ts': value,
  'src-main/folder/checkout/knows-ingest.ts': use('../ingest/ingest.ts'),
  'src-main/folder/checkout/knows-control.ts': use('../control/loop.ts'),
  'src-main/folder/disk/knows-ingest.ts': use('../ingest/ingest.ts'),
  'src-main/http/routes.ts': `${use('fastify', '../usecases/files.ts')}${value}`,
  'src-main/http/knows-store.ts': use('../store/rows.ts'),
  'src-main/http/knows-folder.ts': use('../folder/watch.ts'),
  'src-main/app/compose.ts': `${use('../store/rows.ts', '../http/routes.ts', '../folder/watch.ts', 'pino')}${value}`,
  'src-main/app/knows-shell.ts': use('../headless/main.ts'),
  'src-main/app/loads-electron.ts': use('electron'),
  'src-main/electron/main.ts': use('electron', '../app/compose.ts'),
  'src-main/electron/reaches-deep.ts': use('../usecases/files.ts'),
  'src-main/headless/main.ts': use('../app/compose.ts', 'node:util'),
  'src-main/headless/knows-electron.ts': use('../electron/main.ts'),
  'src-main/core/circle-a.ts': `import { b } from './circle-b.ts';\nexport const a = () => b;\n`,
  'src-main/core/circle-b.ts': `import { a } from './circle-a.ts';\nexport const b = () => a;\n`,
  'src-main/core/gone.ts': use('./nowhere.ts'),
  'src-main/core/knows-test.ts': use('../../test/support/world.ts'),
  'test/support/world.ts': value,
  'src-renderer/format/size.ts': value,
  'src-renderer/format/knows-ui.ts': use('../ui/Button.svelte'),
  'src-renderer/ui/Button.svelte': component(
    `import { value } from '../format/size.ts';\nconst shown = value;`,
  ),
  'src-renderer/ui/KnowsApi.svelte': component(
    `import { value } from '../api/client.ts';\nconst shown = value;`,
  ),
  'src-renderer/ui/KnowsFeature.svelte': component(
    `import { value } from '../features/trash/trash.ts';\nconst shown = value;`,
  ),
  'src-renderer/api/client.ts': value,
  'src-renderer/features/trash/trash.ts': value,
  'src-renderer/features/history/Neighbour.svelte': component(
    `import { value } from '../trash/trash.ts';\nconst shown = value;`,
  ),
  'src-renderer/features/history/knows-app.ts': use('../../app/session.ts'),
  'src-renderer/app/session.ts': `${use('../features/trash/trash.ts')}${value}`,
  'src-renderer/app/knows-main.ts': use('../../src-main/app/compose.ts'),
  'src-renderer/app/knows-node.ts': use('node:os'),
  'src-renderer/app/loads-calls.ts': use('../../src-shared/things-api.ts'),
};

interface Cruise {
  readonly summary: { readonly violations: readonly { rule: { name: string }; from: string; to: string }[] };
}

describe('the layer rules', () => {
  let project: SeededProject;
  const broken = new Set<string>();

  beforeAll(async () => {
    project = await SeededProject.create(files);
    const { output } = await project.run('dependency-cruiser/bin/dependency-cruise.mjs', [
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
      ...['src-main', 'src-shared', 'src-renderer', 'test'],
    ]);
    const { summary }: Cruise = JSON.parse(output);
    for (const { rule, from } of summary.violations) broken.add(`${rule.name}: ${from}`);
  }, 120_000);

  afterAll(() => project.remove());

  it.each([
    ['shared-imports-nothing', 'src-shared/leaks.ts'],
    ['page-takes-only-types-of-calls', 'src-renderer/app/loads-calls.ts'],
    ['core-is-pure', 'src-main/core/reads-disk.ts'],
    ['core-is-pure', 'src-main/core/uses-service.ts'],
    ['engine-knows-no-caller', 'src-main/engine/heads/knows-use-case.ts'],
    ['engine-takes-no-caller', 'src-main/engine/heads/knows-caller.ts'],
    ['engine-knows-no-caller-types-only', 'src-main/engine/heads/loads-store.ts'],
    ['engine-reading-below-objects', 'src-main/engine/reading/moves-head.ts'],
    ['scheduling-knows-only-the-core', 'src-main/engine/scheduling/knows-store.ts'],
    ['usecases-use-the-engine-types-only', 'src-main/usecases/loads-store.ts'],
    ['usecases-use-the-engine', 'src-main/usecases/loads-http.ts'],
    ['usecases-use-the-engine', 'src-main/usecases/listens.ts'],
    ['store-knows-only-the-core', 'src-main/store/knows-service.ts'],
    ['store-knows-only-the-core', 'src-main/store/knows-head.ts'],
    ['folder-uses-use-cases', 'src-main/folder/knows-store.ts'],
    ['folder-ingest|checkout|export-apart', 'src-main/folder/ingest/knows-checkout.ts'],
    ['folder-ingest|checkout|export-apart', 'src-main/folder/checkout/knows-ingest.ts'],
    ['folder-ingest|checkout|export-below-control', 'src-main/folder/checkout/knows-control.ts'],
    ['folder-disk-below-ignore', 'src-main/folder/disk/knows-ingest.ts'],
    ['folder-ground-below-rooms', 'src-main/folder/reaches-up.ts'],
    ['http-uses-use-cases', 'src-main/http/knows-store.ts'],
    ['http-uses-use-cases', 'src-main/http/knows-folder.ts'],
    ['app-composes', 'src-main/app/knows-shell.ts'],
    ['electron-only-in-the-shell', 'src-main/app/loads-electron.ts'],
    ['electron-starts-the-app', 'src-main/electron/reaches-deep.ts'],
    ['headless-starts-the-app', 'src-main/headless/knows-electron.ts'],
    ['no-cycles', 'src-main/core/circle-a.ts'],
    ['nothing-missing', 'src-main/core/gone.ts'],
    ['sources-never-import-tests', 'src-main/core/knows-test.ts'],
    ['ui-is-a-browser-program', 'src-renderer/app/knows-main.ts'],
    ['ui-uses-no-node', 'src-renderer/app/knows-node.ts'],
    ['features-stay-apart', 'src-renderer/features/history/Neighbour.svelte'],
    ['features-below-app', 'src-renderer/features/history/knows-app.ts'],
    ['ui-parts-below-features', 'src-renderer/ui/KnowsFeature.svelte'],
    ['ui-components-are-domain-free', 'src-renderer/ui/KnowsApi.svelte'],
    ['wording-is-independent', 'src-renderer/format/knows-ui.ts'],
  ])('%s finds %s', (rule, file) => {
    expect(broken).toContain(`${rule}: ${file}`);
  });

  it('have nothing against imports that the layers allow', () => {
    const allowed = [
      'src-main/core/pure.ts',
      'src-main/usecases/files.ts',
      'src-main/store/rows.ts',
      'src-main/folder/watch.ts',
      'src-main/folder/control/loop.ts',
      'src-main/http/routes.ts',
      'src-main/app/compose.ts',
      'src-main/electron/main.ts',
      'src-main/headless/main.ts',
      'src-renderer/ui/Button.svelte',
      'src-renderer/app/session.ts',
    ];
    const found = [...broken].filter((line) => allowed.some((file) => line.endsWith(`: ${file}`)));
    expect(found).toEqual([]);
  });
});

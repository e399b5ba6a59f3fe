import { expect, it } from 'vitest';
import type { LinkedFolder } from '../../../../src-main/core/folder/linked-folder.ts';
import {
  createLinkParts,
  type LinkedFolderPorts,
  type LinkSettings,
} from '../../../../src-main/folder/link/link-parts.ts';
import type { EventDebouncer } from '../../../../src-main/folder/watch/event-debouncer.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { folderActivityIn } from '../../../support/folder-activity.ts';
import { folderIndexOf } from '../../../support/folder-rows.ts';

it.each([
  [false, ['stopped']],
  [true, ['stopped', 'paused']],
])('a folder begins with what is on record of it (paused: %s)', (paused, reasons) => {
  const index = folderIndexOf('a');
  const ports = {
    index,
    clock: fakeClock(),
    folderActivity: folderActivityIn(),
    journal: { exclusions: () => ['raw'] },
  };
  const settings = { ignoreDefaults: '*.tmp\n', device: 'here', library: {}, askedFrom: 7 };
  const folder = { key: 1, paused, ignoring: { agreed: null, offered: null, isTouched: false } };
  const parts = createLinkParts(
    folder as LinkedFolder,
    ports as unknown as LinkedFolderPorts,
    settings as unknown as LinkSettings,
    {} as EventDebouncer,
  );
  expect((['stopped', 'paused', 'interrupted'] as const).filter((reason) => parts.halt.is(reason))).toEqual(
    reasons,
  );
  expect(parts.status.fileCount).toBe(1);
  expect([parts.rules.isExcluded('raw'), parts.rules.isIgnored('', 'a.tmp', false)]).toEqual([true, true]);
  expect([parts.device, parts.askedFrom, parts.retries.count]).toEqual(['here', 7, 0]);
});

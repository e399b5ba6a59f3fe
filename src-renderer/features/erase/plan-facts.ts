import type { ErasurePlanJson } from '../../../src-shared/erasures-api.ts';
import { visibleName } from '../../format/name.ts';
import { t } from './messages.ts';

/** What else the user has to know beforehand, one sentence each. */
export function planFacts(plan: ErasurePlanJson): string[] {
  const facts = [t('rewritten', { count: plan.commits })];
  if (plan.is_current) facts.push(t('current'));
  if (plan.linked_folders.length > 0)
    facts.push(t('folders', { count: plan.linked_folders.length, paths: namesOf(plan.linked_folders) }));
  if (plan.elsewhere.length > 0) facts.push(t('elsewhere', { paths: namesOf(plan.elsewhere) }));
  if (plan.pins.length > 0) facts.push(t('pins', { names: namesOf(plan.pins) }));
  if (plan.trash_items > 0) facts.push(t('trash', { count: plan.trash_items }));
  if (plan.links > 0) facts.push(t('links', { count: plan.links }));
  for (const { name, ends } of plan.folder_libraries)
    facts.push(t(ends ? 'sharedFolderEnds' : 'sharedFolder', { name: visibleName(name) }));
  if (plan.devices > 0) facts.push(t('devices', { count: plan.devices }));
  if (plan.is_encrypted) facts.push(t('encrypted'));
  facts.push(t(plan.has_backup ? 'backup' : 'copies'));
  return facts;
}

function namesOf(names: readonly string[]): string {
  return names.map(visibleName).join(', ');
}

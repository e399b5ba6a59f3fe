import type { AccountJson, CheckJson, GarbageJson, StatusJson } from '../../../src-shared/local-api.ts';
import { checkOffline } from '../../app/maintenance.ts';
import { type Answer, type Command, optionText, UsageError } from './command.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

function checkAnswer(report: CheckJson): Answer {
  const { sound, problems } = report;
  const counted = `${report.libraries} libraries, ${report.commits} commits, ${report.objects} objects`;
  const read = report.full ? `, ${formatBytes(report.bytes)} read` : '';
  const rows = problems.slice(0, 50).map((found) => [found.library_id, found.kind, found.id, found.reason]);
  const more = problems.length > 50 ? `\n… and ${problems.length - 50} more` : '';
  const text = sound ? `Sound: ${counted}${read}.` : `Damaged (${counted}${read}):\n${table(rows)}${more}`;
  return { json: report, text, exitCode: sound ? 0 : 1 };
}

export const upkeepCommands: readonly Command[] = [
  {
    name: 'status',
    usage: '',
    summary: 'says whether the server runs and what it is doing',
    minArgs: 0,
    maxArgs: 0,
    run: async (client) => {
      const status = await client.get<StatusJson>('status/');
      const folders = status.folders.map((folder) => `  ${visible(folder.path)}: ${folder.state}`).join('\n');
      const text = `Keepfold ${status.version} at ${status.address}, since ${formatTime(status.started_at)}.
Data folder ${visible(status.data_dir)}, ${status.libraries} libraries, ${status.folders.length} linked folders.`;
      return { json: status, text: folders === '' ? text : `${text}\n${folders}` };
    },
  },
  {
    name: 'check',
    usage: '[--full]',
    summary: 'proves that everything is here and whole; --full reads every byte',
    minArgs: 0,
    maxArgs: 0,
    run: async (client, { options }) => {
      return checkAnswer(await client.send<CheckJson>('POST', 'check/', { full: options['full'] === true }));
    },
    runOffline: async ({ options, dataDir }) =>
      checkAnswer(await checkOffline(dataDir, options['full'] === true)),
  },
  {
    name: 'gc',
    usage: '--dry-run',
    summary: 'says how much room history holds that retention shows no more',
    minArgs: 0,
    maxArgs: 0,
    run: async (client, { options }) => {
      if (options['dry-run'] !== true) {
        throw new UsageError(
          'This version only says what could be freed. Add --dry-run; nothing is ever removed.',
        );
      }
      const plan = await client.send<GarbageJson>('POST', 'gc/', { dry_run: true });
      const text = `${plan.objects} objects (${formatBytes(plan.bytes)}) in ${plan.libraries} libraries could be freed.`;
      return { json: plan, text };
    },
  },
  {
    name: 'user add',
    usage: '<e-mail> --password <password> [--name <name>] [--admin]',
    summary: 'adds somebody who can sign in',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options }) => {
      const name = optionText(options, 'name');
      const account = await client.send<AccountJson>('POST', 'users/', {
        email: args[0],
        password: optionText(options, 'password') ?? '',
        is_admin: options['admin'] === true,
        ...(name === undefined ? {} : { name }),
      });
      return {
        json: account,
        text: `Added ${account.email}${account.is_admin ? ' as an administrator' : ''}.`,
      };
    },
  },
  {
    name: 'token create',
    usage: '[--user <e-mail>]',
    summary: 'gives the API token of a user, yours unless you name one',
    minArgs: 0,
    maxArgs: 0,
    run: async (client, { options }) => {
      const email = optionText(options, 'user');
      const made = await client.send<{ token: string; email: string }>(
        'POST',
        'tokens/',
        email === undefined ? {} : { email },
      );
      return { json: made, text: made.token };
    },
  },
];

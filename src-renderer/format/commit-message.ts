import { t } from './commit/messages.ts';
import { knownMessages } from './known-messages.ts';

const find = knownMessages(t.english);
/** Clients write it so for every number. */
const ONE_MORE = /(?<=" and 1 more )(files|directories|items)(?=\.?$)/;
const ONES: Readonly<Record<string, string>> = { files: 'file', directories: 'directory', items: 'item' };
const UNDID = /^(?:Undid: )+/;

/**
 * A line of a commit's description, which is part of the library and in English for every client, in the language of the
 * page. What somebody wrote, and what this version does not know, stays as it is.
 */
export function commitMessage(line: string, say: typeof t = t): string {
  const [undid = ''] = UNDID.exec(line) ?? [];
  const done = line.slice(undid.length).replace(ONE_MORE, (word) => ONES[word] ?? word);
  const found = find(done);
  const what = found ? say(found.key, found.values) : done;
  const times = undid.length / 'Undid: '.length;
  if (times === 0) return what;
  // Each undo takes the one before it back, so that only whether it is done or undone by now matters.
  return say(times % 2 === 0 ? 'redid' : 'undid', { what });
}

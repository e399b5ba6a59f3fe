/** One system call of a traced process. */
export interface TracedCall {
  readonly thread: number;
  readonly name: string;
  /** As strace prints them with `-xx`: numbers, flags, and strings in quotes with every byte escaped. */
  readonly args: readonly string[];
  /** What the call returned, −1 for an error; null when it did not return, because the process was killed. */
  readonly result: number | null;
  /** The result is strace's doing: the call was not made. */
  readonly isInjected: boolean;
  /** Lines of the log at which the call began and ended: between them other threads ran. */
  readonly beganAt: number;
  readonly endedAt: number;
}

const LINE = /^(\d+) +(.*)$/;
const UNFINISHED = / *<unfinished \.\.\.>$/;
/** How a call ends in the log when its thread was killed in it. */
const CUT_OFF = / *<unfinished \.\.\.>\) += \?$/;
const RESUMED = /^<\.\.\. \w+ resumed>/;
/** A call of which the thread was killed before it was known which one it is. */
const UNKNOWN = /^\?\?\?\(\) += \?$/;
const CALL = /^(\w+)\((.*)\) += (\?|-?\d+)(.*)$/s;

/** The calls in a log made with `-f -xx`, in the order in which they began. */
export function tracedCalls(log: string): TracedCall[] {
  const calls: TracedCall[] = [];
  const begun = new Map<string, { text: string; beganAt: number }>();
  const add = (thread: string, text: string, at: { beganAt: number; endedAt: number }): void => {
    if (UNKNOWN.test(text)) return;
    const call = CALL.exec(text);
    if (call === null) throw new Error(`strace wrote a line of another kind: ${text.slice(0, 200)}`);
    const [, name = '', args = '', result, rest = ''] = call;
    calls.push({
      thread: Number(thread),
      name,
      args: args === '' ? [] : args.split(', '),
      result: result === '?' ? null : Number(result),
      isInjected: rest.includes('(INJECTED)'),
      ...at,
    });
  };
  const lines = log.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, thread = '', written = ''] = LINE.exec(line) ?? [];
    const text = written.replace(CUT_OFF, ') = ?');
    if (text === '' || text.startsWith('+++') || text.startsWith('---')) continue;
    if (UNFINISHED.test(text)) {
      begun.set(thread, { text: text.replace(UNFINISHED, ''), beganAt: index });
      continue;
    }
    const first = begun.get(thread);
    if (first === undefined || !RESUMED.test(text)) {
      add(thread, text, { beganAt: index, endedAt: index });
      continue;
    }
    begun.delete(thread);
    add(thread, first.text + text.replace(RESUMED, ''), { beganAt: first.beganAt, endedAt: index });
  }
  for (const [thread, { text, beganAt }] of begun)
    add(thread, `${text.replace(/\)$/, '')}) = ?`, { beganAt, endedAt: lines.length });
  return calls.sort((a, b) => a.beganAt - b.beganAt);
}

/** The bytes of a string argument. @throws Error when strace cut it short */
export function bytesOf(argument: string): Buffer {
  if (!argument.startsWith('"') || !argument.endsWith('"'))
    throw new Error(`strace cut an argument short: ${argument.slice(0, 40)}`);
  return Buffer.from(argument.slice(1, -1).replaceAll('\\x', ''), 'hex');
}

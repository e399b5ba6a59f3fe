import { cpus, release, totalmem, type } from 'node:os';

const BEGIN = '<!-- Written by `npm run bench`; edit nothing from here on. -->';
const END = '<!-- End of what `npm run bench` writes. -->';

/** The machine that measures, in one paragraph. */
export function describeMachine() {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  const day = new Date().toISOString().slice(0, 10);
  const processor = `${cores.length} cores of ${cores[0]?.model ?? 'an unknown processor'}`;
  return `Measured ${day} on ${processor}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}.`;
}

/**
 * The tables, with their headings, in what the harness printed; lines of progress are left out.
 * @param {string} output
 */
export function tablesIn(output) {
  const wanted = output.split('\n').filter((line) => line.startsWith('|') || line.startsWith('### '));
  // An empty line ends a table; the first row of each is followed by the line of dashes.
  const spaced = wanted.map((line, at) => {
    if (line.startsWith('### ')) return `${at === 0 ? '' : '\n'}#### ${line.slice(4)}\n`;
    return wanted[at + 1]?.startsWith('|--') && at > 0 && wanted[at - 1]?.startsWith('|')
      ? `\n${line}`
      : line;
  });
  return spaced.join('\n');
}

/**
 * @param {string} machine
 * @param {readonly { title: string, tables: string }[]} sections
 */
export function joinReport(machine, sections) {
  const filled = sections.filter(({ tables }) => tables !== '');
  return [machine, ...filled.map(({ title, tables }) => `### ${title}\n\n${tables}`)].join('\n\n');
}

/**
 * The page with the report in the place of the one before.
 * @param {string} page
 * @param {string} report
 */
export function replaceReport(page, report) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error('The page has no place for the figures.');
  return `${page.slice(0, from)}${BEGIN}\n\n${report}\n\n${page.slice(to)}`;
}

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

/** @typedef {{ title: string, text: string }} Section */

/** @param {readonly Section[]} sections */
export function joinSections(sections) {
  return sections.map(({ title, text }) => `### ${title}\n\n${text}`).join('\n\n');
}

/**
 * The page with these sections in the place of those of the same titles; others stay as they were measured before.
 * @param {string} page
 * @param {readonly Section[]} measured
 * @param {readonly string[]} order titles
 */
export function withSections(page, measured, order) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error('The page has no place for the figures.');
  const known = new Map([...sectionsIn(page.slice(from + BEGIN.length, to)), ...byTitle(measured)]);
  const sections = order.flatMap((title) => known.get(title) ?? []);
  return `${page.slice(0, from)}${BEGIN}\n\n${joinSections(sections)}\n\n${page.slice(to)}`;
}

/** @param {string} report */
function sectionsIn(report) {
  const [, ...sections] = report.split(/^### /m);
  return byTitle(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title, text: lines.join('\n').trim() };
    }),
  );
}

/** @param {readonly Section[]} sections */
function byTitle(sections) {
  return new Map(sections.map((section) => [section.title, section]));
}

import type { RecoverySheetJson } from '../../../src-shared/library-password-api.ts';

/** Digits are read and typed in groups of four. */
const grouped = (digits: string): string => digits.match(/.{1,4}/g)?.join(' ') ?? '';

/** The fields that the recovery script reads, under its names; these are the same in every language. */
export function sheetLines(sheet: RecoverySheetJson): readonly (readonly [name: string, value: string])[] {
  const lines: readonly (readonly [string, string])[] = [
    ['library', sheet.id],
    ['enc_version', String(sheet.enc_version)],
    ['salt', grouped(sheet.salt)],
    ['random_key', grouped(sheet.random_key)],
    ['magic', grouped(sheet.magic)],
    ['pwd_hash', sheet.pwd_hash],
    ['pwd_hash_algo', sheet.pwd_hash_algo],
    ['pwd_hash_params', sheet.pwd_hash_params],
  ];
  return lines.filter(([, value]) => value !== '');
}

const STYLE = `
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 11pt/1.5 system-ui, sans-serif; color: #000; background: #fff; }
h3 { margin: 0 0 1rem; font-size: 16pt; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1rem; margin: 0 0 1rem; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; }
pre { white-space: pre-wrap; }
.fields { padding: .75rem; border: 1px solid #777; break-inside: avoid; }
.by-hand { min-height: 3rem; border-bottom: 1px solid #000; }
.small { color: #555; font-size: 9pt; }
`;

/** A separate document of what an element shows, with no script and no external resources. */
export function sheetDocument(element: Element, title: string): string {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = document.documentElement.lang;
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const policy = page.createElement('meta');
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.setAttribute('content', "default-src 'none'; style-src 'unsafe-inline'");
  const style = page.createElement('style');
  style.textContent = STYLE;
  page.head.prepend(charset, policy);
  page.head.append(style);
  page.body.append(page.importNode(element, true));
  return new XMLSerializer().serializeToString(page);
}

export function saveSheet(element: Element, title: string): void {
  const address = URL.createObjectURL(new Blob([sheetDocument(element, title)], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-sheet.html';
  link.click();
  URL.revokeObjectURL(address);
}

/** Prints the element alone: its copy stands in the page's place for as long as the system prints. */
export function printSheet(element: Element): void {
  const copy = element.cloneNode(true) as Element;
  copy.classList.add('printed-alone');
  document.body.append(copy);
  window.addEventListener('afterprint', () => copy.remove(), { once: true });
  window.print();
}

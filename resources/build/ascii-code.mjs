/**
 * Writes what is built in ASCII. V8 keeps a source with one character beyond Latin-1 in two bytes for each of all its
 * characters: the dash of one message doubled the memory of three megabytes of code.
 * Not for code that reads the raw text of a template literal.
 * @returns {import('vite').Plugin}
 */
export function asciiCode() {
  return {
    name: 'ascii-code',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        // By code units: two escaped surrogates mean their character in strings, templates and expressions of both kinds.
        if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
      }
    },
  };
}

/** @param {string} unit */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

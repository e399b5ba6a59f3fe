/** A file's text, as it is written. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** The text of a script for browsers, without its types (`resources/build/page-script.mjs`). */
declare module '*?script' {
  const text: string;
  export default text;
}

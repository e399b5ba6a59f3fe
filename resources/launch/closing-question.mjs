import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const english = {
  question: 'Keep saving your folders without the window?',
  meaning: 'Keepfold can go on in the background. “npm start” shows its window again.',
  remember: 'Do not ask again',
  keepRunning: 'Keep running',
  quit: 'Quit',
  reopen: 'Open again',
};

/** Its messages in English, and where the catalogs have the translations. */
export const questionMessages = { area: 'closing-window', english };

/**
 * The messages of the language that is wanted first; English where there is no catalog of it.
 * @param {string} wanted as a browser prefers them, or one of ours
 * @returns {{ language: string, messages: typeof english }}
 */
function messagesFor(wanted) {
  const language = /^\s*([a-z]{2,3})\b/i.exec(wanted)?.[1]?.toLowerCase() ?? 'en';
  const catalog = join(root, 'src-main/i18n/catalogs', `${language}.json`);
  if (!existsSync(catalog)) return { language: 'en', messages: english };
  return { language, messages: JSON.parse(readFileSync(catalog, 'utf8'))[questionMessages.area] };
}

/** Room for the question in any language, with a frame around it. */
export const QUESTION_SIZE = { width: 460, height: 280 };

/**
 * The question what closing the window means, as a page without script: its buttons send a form to where it came from.
 * The colours and measures are those of the app (`src-shared/tokens.css`).
 * @param {string} wanted the languages as a browser prefers them, or one of ours
 */
export function closingQuestion(wanted) {
  const { language, messages } = messagesFor(wanted);
  const { question, meaning, remember, keepRunning, quit, reopen } = messages;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Keepfold</title>
<style>${style}</style>
<main>
  ${mark}
  <h1>${question}</h1>
  <p>${meaning}</p>
  <form method="post">
    <label><input type="checkbox" name="remember" value="yes"> ${remember}</label>
    <footer>
      <button class="primary" name="answer" value="keep-running" autofocus>${keepRunning}</button>
      <button name="answer" value="quit">${quit}</button>
      <button class="quiet" name="answer" value="reopen">${reopen}</button>
    </footer>
  </form>
</main>
</html>
`;
}

const style = `
:root { color-scheme: light dark; font: 0.875rem/1.45 system-ui, -apple-system, "Segoe UI", Cantarell, "Noto Sans", sans-serif; }
* { box-sizing: border-box; margin: 0; }
html { height: 100%; background: light-dark(#fff, #17181b); color: light-dark(#191b21, #eceef2); }
body { display: grid; min-height: 100%; place-items: center; padding: 1.5rem; user-select: none; cursor: default; }
main { display: grid; grid-template-columns: 2.5rem 1fr; column-gap: 1rem; width: min(25rem, 100%); }
svg .ground { fill: light-dark(#3a5bd9, #4263eb); }
svg { grid-row: span 2; width: 2.5rem; height: 2.5rem; border-radius: 22%; }
h1 { font-size: 1rem; font-weight: 620; letter-spacing: -0.008em; text-wrap: balance; }
p { margin-top: 0.25rem; color: light-dark(#4b4f5b, #b4b8c2); }
form { grid-column: 1 / -1; margin-top: 1.25rem; }
label { display: flex; align-items: center; gap: 0.5rem; width: fit-content; padding: 0.25rem 0; }
input { width: 1rem; height: 1rem; accent-color: light-dark(#3a5bd9, #4263eb); }
footer { display: flex; flex-flow: row-reverse wrap; gap: 0.5rem; margin-top: 1.25rem; }
button { min-height: 2rem; padding: 0 0.875rem; border: 1px solid light-dark(#d3d4db, #3a3d45); border-radius: 7px; background: light-dark(#fff, #1f2125); color: inherit; font: inherit; font-weight: 500; }
button:hover { background: light-dark(#f3f3f6, #282a2f); }
.primary { border-color: transparent; background: light-dark(#3a5bd9, #4263eb); color: #fff; }
.primary:hover { background: light-dark(#2f4cc0, #3b5bdb); }
.quiet { margin-inline-end: auto; border-color: transparent; background: none; color: light-dark(#4b4f5b, #b4b8c2); }
:focus-visible { outline: 2px solid light-dark(#3a5bd9, #91a7ff); outline-offset: 2px; }
`;

/** As in `src-renderer/ui/Logo.svelte`. */
const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" class="ground"/><path d="M8 9.5a1.5 1.5 0 0 1 1.5-1.5H22a2 2 0 0 1 2 2v3.2L8 19.5z" fill="#fff"/><path d="M8 22.6 24 16.3V22a2 2 0 0 1-2 2H9.4A1.4 1.4 0 0 1 8 22.6z" fill="#fff" fill-opacity=".62"/></svg>`;

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { findAppBrowser, openAppWindow } from './app-window.mjs';
import { keepChoice, keptSettings } from './closing-choice.mjs';
import { closingQuestion, QUESTION_SIZE } from './closing-question.mjs';
import { hasDisplay } from './display.mjs';
import { openChannel } from './launcher-channel.mjs';
import { openTab, writePageTo } from './open-address.mjs';
import { say, setupFolder } from './project.mjs';

/** @typedef {import('./app-window.mjs').AppWindow} AppWindow */
/** @typedef {import('./launcher-channel.mjs').ClosingAnswer} ClosingAnswer */
/** @typedef {import('./launcher-channel.mjs').Shown} Shown */

const keepsRunning =
  'the window is closed, and Keepfold goes on saving; "npm start" shows it again, Ctrl+C here ends it';
const asChosen = '"npm start -- --ask-closing" has you asked again what closing the window means';

/**
 * Where the window of a data folder has its profile and the pages that lead to it: each its own, so that one closes without
 * another.
 * @param {string} dataDir
 */
export function windowFolder(dataDir) {
  return join(setupFolder, 'windows', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
}

/**
 * Shows the address in an app window where a browser has them, else in a tab.
 * @param {string} folder
 * @param {string} address
 * @returns {{ shown: 'window', window: AppWindow, page: string } | { shown: 'tab' | 'nowhere' }}
 */
export function showAddress(folder, address) {
  if (process.env['CI'] || !hasDisplay()) return { shown: 'nowhere' };
  const page = writePageTo(folder, 'keepfold', address);
  const browser = findAppBrowser();
  if (browser !== null)
    return { shown: 'window', window: openAppWindow(browser, page, { profile: profileIn(folder) }), page };
  openTab(page);
  return { shown: 'tab' };
}

/** The window of a server that runs here, from its opening to what its closing means. */
export class WindowKeeper {
  /** @type {AppWindow | null} */
  #window = null;
  /** @type {PromiseWithResolvers<{ answer: ClosingAnswer, isRemembered: boolean }> | null} */
  #asking = null;
  #isOver = false;
  /** @type {Awaited<ReturnType<typeof openChannel>> | null} */
  #channel = null;
  #folder;
  #server;

  /**
   * @param {string} folder
   * @param {{ newAddress: () => Promise<string | null>, end: () => void }} server
   */
  constructor(folder, server) {
    this.#folder = folder;
    this.#server = server;
  }

  /**
   * @param {string} address signs in
   * @returns {Promise<Shown>}
   */
  async open(address) {
    if (this.#isOver) return 'nowhere';
    const opened = showAddress(this.#folder, address);
    if (opened.shown !== 'window') return opened.shown;
    this.#channel ??= await openChannel(this.#folder, {
      question: (language) => closingQuestion(keptSettings().language || language),
      answer: (answer, isRemembered) => this.#asking?.resolve({ answer, isRemembered }),
      open: () => this.#openAgain(),
    });
    this.#follow(opened).catch((error) => say(String(error)));
    return 'window';
  }

  /** For when the server has ended. What shows its page goes too, unless somebody is to see there that it failed. */
  end({ hasFailed = false } = {}) {
    this.#isOver = true;
    this.#channel?.close();
    if (!hasFailed) this.#window?.close();
  }

  /** @param {{ window: AppWindow, page: string }} opened */
  async #follow({ window, page }) {
    this.#window ??= window;
    const end = await window.ended;
    if (this.#window === window) this.#window = null;
    if (this.#isOver) return;
    if (end === 'failed') {
      say('its window could not be opened; a tab of your browser takes its place');
      openTab(page);
    }
    if (end === 'closed') await this.#whenClosed();
  }

  async #whenClosed() {
    const { closing } = keptSettings();
    const isKnown = closing !== 'ask';
    const { answer, isRemembered } = isKnown ? { answer: closing, isRemembered: true } : await this.#ask();
    if (this.#isOver) return;
    if (answer === 'reopen') return await this.#openAgain();
    if (isRemembered && !isKnown) keepChoice(answer);
    say(answer === 'quit' ? 'the window is closed, and Keepfold ends' : keepsRunning);
    if (isRemembered) say(asChosen);
    if (answer === 'quit') this.#server.end();
    return undefined;
  }

  /** Nobody is to lose what saves their files by closing a question, so that means to go on. */
  async #ask() {
    const asking = Promise.withResolvers();
    this.#asking = asking;
    const unanswered = { answer: /** @type {const} */ ('keep-running'), isRemembered: false };
    const browser = findAppBrowser();
    if (browser === null || this.#channel === null) return unanswered;
    const page = writePageTo(this.#folder, 'closing', this.#channel.questionAddress);
    const options = { profile: profileIn(this.#folder), size: QUESTION_SIZE };
    const window = openAppWindow(browser, page, options);
    this.#window = window;
    const answered = await Promise.race([asking.promise, window.ended.then(() => unanswered)]);
    this.#asking = null;
    window.close();
    // The next window cannot be told from one of a browser that is about to end.
    await window.ended;
    if (this.#window === window) this.#window = null;
    return answered;
  }

  /** @returns {Promise<Shown>} */
  async #openAgain() {
    // A question that is open has this for an answer, and comes back here.
    if (this.#asking !== null) {
      this.#asking.resolve({ answer: 'reopen', isRemembered: false });
      return 'window';
    }
    const address = await this.#server.newAddress();
    return address === null ? 'nowhere' : await this.open(address);
  }
}

/** @param {string} folder */
function profileIn(folder) {
  return join(folder, 'profile');
}

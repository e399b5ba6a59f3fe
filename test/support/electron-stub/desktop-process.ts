import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Refusal, withUnwritable } from '../broken-stderr.ts';
import type { Questions } from './test-questions.ts';

interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}

/** The desktop app's real bundle under plain Node, with a stand-in for Electron that can be asked what happened. */
export class DesktopProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #errors = '';

  /** @param refusal how writes to standard error fail, also those of the service; null: they do not */
  constructor(
    dataDir: string,
    env: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
    refusal: Refusal | null = null,
  ) {
    const all = ['--data-dir', dataDir, '--port', '0', ...args];
    const start = (stderr: number | 'pipe') =>
      fork(join(import.meta.dirname, 'run-app.ts'), all, {
        execArgv: ['--import', join(import.meta.dirname, 'register.ts')],
        env: { ...process.env, KEEPFOLD_STUB_USER_DATA: join(dataDir, 'shell'), ...env },
        stdio: ['ignore', 'ignore', stderr, 'ipc'],
        serialization: 'advanced',
      });
    this.#child = refusal === null ? start('pipe') : withUnwritable(start, refusal);
    this.#child.stderr?.on('data', (piece: Buffer) => {
      this.#errors += piece.toString('utf8');
    });
    this.#child.on('message', (reply: Reply) => this.#resolve(reply));
    this.#child.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the app ended\n${this.#errors}`));
    });
  }

  /** What it has written on standard error. */
  get errors(): string {
    return this.#errors;
  }

  /** Resolves when the window has loaded its page. */
  async started(): Promise<void> {
    await this.ask('started');
  }

  async ask(question: keyof Questions, argument?: unknown): Promise<unknown> {
    const id = this.#asked++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#child.send({ id, question, argument });
    return await waiting.promise;
  }

  /** Asks the app to quit, which leaves no time for an answer. */
  quit(): void {
    this.#child.send({ id: this.#asked++, question: 'quit' });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async exitCode(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    return this.#child.exitCode;
  }

  #resolve({ id, answer, error }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(error));
  }
}

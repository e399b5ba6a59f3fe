import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** Connections that were opened together, by a client that does not care what becomes of them. */
export class RawConnections {
  readonly #sockets: Socket[] = [];
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Opens a number of connections, each of which sends `text` first. Those that the server hangs up on count as opened. */
  async open(count: number, text = ''): Promise<void> {
    const opened = Array.from({ length: count }, async () => {
      const socket = connect(Number(this.#url.port), this.#url.hostname);
      // Being hung up on is what an attacker has to expect.
      socket.on('error', () => undefined);
      this.#sockets.push(socket);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      if (text !== '' && socket.writable) socket.write(text);
    });
    await Promise.all(opened);
  }

  /** As `open`, by a client that never reads an answer. */
  async openUnread(count: number, text: string): Promise<void> {
    const before = this.#sockets.length;
    await this.open(count);
    for (const socket of this.#sockets.slice(before)) {
      socket.pause();
      if (socket.writable) socket.write(text);
    }
  }

  /** One more byte on each of them, again and again. */
  async trickle(times: number, everyMs: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      for (const socket of this.#sockets) if (socket.writable) socket.write('x');
      await after(everyMs);
    }
  }

  /** How many the server has not hung up on. */
  get stillOpen(): number {
    return this.#sockets.filter((socket) => socket.readyState === 'open').length;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

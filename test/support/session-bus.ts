import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { busCall, busString, socketPaths } from '../../src-main/electron/tray/session-bus.ts';

/** A session bus of its own, as a desktop has one, with what a test puts on it. */
export interface SessionBus {
  readonly address: string;
  /** Puts a program on the bus under a name; the answer takes it away. */
  own(name: string): Promise<() => Promise<void>>;
  end(): Promise<void>;
}

/** Whether this machine has the programs for it. */
export const hasSessionBus = ['dbus-daemon', 'gdbus'].every((name) =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, name))),
);

export async function startSessionBus(): Promise<SessionBus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(createInterface({ input: daemon.stdout }), 'line');
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: String(address) };

  async function own(name: string): Promise<() => Promise<void>> {
    const [path = ''] = socketPaths(String(address));
    const owner = connect({ path }).resume();
    await once(owner, 'connect');
    owner.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.())).toString('hex')}\r\nBEGIN\r\n`);
    owner.write(busCall({ serial: 1, member: 'Hello' }));
    // The name, filled up to a number's place, and no flags.
    const text = busString(name);
    const argument = Buffer.concat([text, Buffer.alloc(Math.ceil(text.length / 4) * 4 - text.length + 4)]);
    owner.write(busCall({ serial: 2, member: 'RequestName', argument, signature: 'su' }));
    const wait = spawn('gdbus', ['wait', '--session', '--timeout', '20', name], { env, stdio: 'inherit' });
    const [code] = await once(wait, 'exit');
    if (code !== 0) throw new Error(`nobody took ${name}`);
    return async () => {
      owner.destroy();
      await once(owner, 'close');
    };
  }

  return { address: String(address), own, end: () => endOf(daemon) };
}

async function endOf(child: ReturnType<typeof spawn>): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Where another computer cannot be played (no root, no ip, no curl), the tests that need one are skipped. */
export const canPlayComputer =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('curl', ['--version']).status === 0 &&
  spawnSync('ip', ['netns', 'list']).status === 0;

/** How a program there ended. */
export interface ThereResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A network of two: this computer, and another one that has nothing but its address. */
export interface OtherComputer {
  /** Addresses of this computer in that network. */
  readonly here: { readonly ipv4: string; readonly ipv6: string };
  /** In front of a command that is to run there. */
  readonly under: readonly string[];
  /** Gives this computer one more address in that network, and the other one the way to it. */
  getAddress(ipv4: string): void;
  /** Runs curl there. */
  curl(...args: string[]): Promise<ThereResult>;
  end(): void;
}

export function playOtherComputer(): OtherComputer {
  const name = `kf-${process.pid}`;
  const [own, other] = [`kf${process.pid}a`, `kf${process.pid}b`];
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });
  const there = (...args: string[]) => ip('netns', 'exec', name, 'ip', ...args);
  const here = { ipv4: '10.213.77.1', ipv6: 'fd77:213::1' };
  ip('netns', 'add', name);
  ip('link', 'add', own, 'type', 'veth', 'peer', 'name', other, 'netns', name);
  ip('addr', 'add', `${here.ipv4}/24`, 'dev', own);
  ip('addr', 'add', `${here.ipv6}/64`, 'dev', own, 'nodad');
  ip('link', 'set', own, 'up');
  there('addr', 'add', '10.213.77.2/24', 'dev', other);
  there('addr', 'add', 'fd77:213::2/64', 'dev', other, 'nodad');
  there('link', 'set', other, 'up');

  const under = ['ip', 'netns', 'exec', name];

  return {
    here,
    under,
    getAddress(ipv4) {
      ip('addr', 'add', `${ipv4}/32`, 'dev', own);
      there('route', 'add', `${ipv4}/32`, 'dev', other);
    },
    async curl(...args) {
      const [command = '', ...first] = under;
      const child = spawn(command, [...first, 'curl', '-sS', '--max-time', '30', ...args], { stdio: 'pipe' });
      const output: Buffer[] = [];
      const errors: Buffer[] = [];
      child.stdout.on('data', (piece: Buffer) => output.push(piece));
      child.stderr.on('data', (piece: Buffer) => errors.push(piece));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() };
    },
    end() {
      // With it goes its end of the cable, and with that the other.
      ip('netns', 'del', name);
    },
  };
}

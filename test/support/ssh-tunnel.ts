import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './tls-calls.ts';

const SSHD = '/usr/sbin/sshd';
const OPEN_WITHIN_MS = 15_000;

/** Where there is no SSH, or a server of it cannot be started, the tests that need a tunnel are skipped. */
export const hasSsh = process.getuid?.() === 0 && existsSync(SSHD) && spawnSync('ssh', ['-V']).status === 0;

/** A port of this computer that leads to a port of the other end. */
export interface SshTunnel {
  readonly port: number;
  end(): Promise<void>;
}

/** Opens `ssh -L` to an SSH server of its own, with keys of its own; both keep what they need in the folder. */
export async function openSshTunnel(folder: string, to: number): Promise<SshTunnel> {
  const [port, sshPort] = [await freePort(), await freePort()];
  const [hostKey, key] = ['host_key', 'key'].map((name) => join(folder, name)) as [string, string];
  for (const each of [hostKey, key])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', each]);
  const authorized = join(folder, 'authorized_keys');
  copyFileSync(`${key}.pub`, authorized);
  // Where it goes to drop its rights; made by the system's own start otherwise.
  mkdirSync('/run/sshd', { recursive: true });
  const config = join(folder, 'sshd_config');
  writeFileSync(
    config,
    [
      ...[`HostKey ${hostKey}`, `AuthorizedKeysFile ${authorized}`, 'ListenAddress 127.0.0.1'],
      ...[`PidFile ${join(folder, 'sshd.pid')}`, 'StrictModes no', 'UsePAM no', 'PermitRootLogin yes', ''],
    ].join('\n'),
  );
  const server = spawn(SSHD, ['-D', '-f', config, '-p', String(sshPort)], { stdio: 'ignore' });
  await untilOpen(sshPort, server);
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ExitOnForwardFailure=yes'];
  const client = spawn(
    'ssh',
    [
      ...['-q', '-N', '-F', 'none', '-i', key, '-p', String(sshPort), '-L', `${port}:127.0.0.1:${to}`],
      ...options.flatMap((option) => ['-o', option]),
      'root@127.0.0.1',
    ],
    { stdio: 'ignore' },
  );
  await untilOpen(port, client);
  return {
    port,
    async end() {
      for (const child of [client, server]) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
    },
  };
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error(`${child.spawnfile} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

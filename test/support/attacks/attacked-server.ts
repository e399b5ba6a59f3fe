import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { runServer, type ServerConditions, type ServerRun } from '../server-run.ts';
import { type AskSync, syncAsker, syncDevice } from '../sync-device.ts';
import { Bystander, type BystanderTold, memoryOf } from './bystander.ts';

/** A user with an account, and a token of the web API. */
export interface Person {
  readonly email: string;
  readonly token: string;
}

/** What one attack cost all others. */
export interface AttackCost extends BystanderTold {
  /** Growth of the server's resident memory at its highest. */
  readonly memoryBytes: number;
  /** Growth of the data folder, when all was over. */
  readonly diskBytes: number;
}

/** The shipped server with two users: one who attacks, and one who only wants to go on working. Ends with the test. */
export class AttackedServer {
  readonly server: ServerRun;
  readonly dataDir: string;
  readonly attacker: Person;
  readonly neighbour: Person;

  private constructor(server: ServerRun, dataDir: string, people: [Person, Person]) {
    this.server = server;
    this.dataDir = dataDir;
    [this.attacker, this.neighbour] = people;
  }

  static async start(conditions: ServerConditions = {}): Promise<AttackedServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'keepfold-attacked-'));
    const server = await runServer(dataDir, conditions);
    onTestFinished(async () => {
      if (!server.hasEnded()) await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const attacker = await addPerson(server, 'mallory@example.com');
    const neighbour = await addPerson(server, 'nora@example.com');
    return new AttackedServer(server, dataDir, [attacker, neighbour]);
  }

  /** A call of the web API. */
  ask(method: string, path: string, { token }: Person, form?: Readonly<Record<string, string>>) {
    return fetch(new URL(path, this.server.url), {
      method,
      headers: { Authorization: `Token ${token}` },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
  }

  /** A device of the attacker that syncs a new library of its own. */
  async hostileDevice(name: string, form: Readonly<Record<string, string>> = {}) {
    const made = await this.ask('POST', '/api2/repos/', this.attacker, { name, ...form });
    const ticket = (await made.json()) as { repo_id: LibraryId; token: string };
    const ask: AskSync = syncAsker(this.server.url, ticket.token);
    const device = syncDevice(ask, ticket.repo_id, this.attacker.email);
    return { libraryId: ticket.repo_id, syncToken: ticket.token, libraryName: name, ...device };
  }

  /** What the neighbour notices during an attack. */
  async during(attack: () => Promise<void>): Promise<AttackCost> {
    const { url, pid } = this.server;
    const memoryBefore = memoryOf(pid);
    const diskBefore = bytesBelow(this.dataDir);
    const bystander = await Bystander.start({ url, pid, token: this.neighbour.token });
    let told: BystanderTold;
    try {
      await attack();
    } finally {
      told = await bystander.stop();
    }
    return {
      ...told,
      memoryBytes: told.mostMemoryBytes - memoryBefore,
      diskBytes: bytesBelow(this.dataDir) - diskBefore,
    };
  }
}

async function addPerson({ url, client }: ServerRun, email: string): Promise<Person> {
  const password = `secret-of-${email}`;
  await client.call('POST users/', { email, password, name: email });
  const form = new URLSearchParams({ username: email, password });
  const answer = await fetch(new URL('/api2/auth-token/', url), { method: 'POST', body: form });
  const { token } = (await answer.json()) as { token: string };
  return { email, token };
}

export function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesBelow(path);
    else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

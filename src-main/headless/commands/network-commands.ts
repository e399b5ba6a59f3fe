import type { ReachJson } from '../../../src-shared/reach-api.ts';
import { type Answer, type Command, command, UsageError } from './command.ts';
import { visible } from './text.ts';

const FAILURES: Readonly<Record<ReachJson['failure'], string>> = {
  none: '',
  'port-taken': 'the port is used by another program; choose another with --port',
  'port-not-allowed': 'this account may not use the port; choose another with --port',
  certificate: 'there is no certificate to show; the log says why',
  other: 'the log says why',
};

function reachAnswer(reach: ReachJson): Answer {
  return {
    json: reach,
    text: [...stateLines(reach), ...nameLines(reach)].join('\n'),
    exitCode: reach.state === 'failed' ? 1 : 0,
  };
}

function stateLines(reach: ReachJson): string[] {
  if (reach.state === 'off') return ['Other devices cannot connect.'];
  if (reach.state !== 'on')
    return [`Other devices cannot connect at port ${reach.port}: ${FAILURES[reach.failure]}.`];
  const problem = reach.certificate_problem;
  return [
    'Other devices may connect at:',
    ...reach.addresses.map((address) => `  ${address}`),
    `Fingerprint of the certificate (SHA-256): ${reach.fingerprint}`,
    `Pin of its key: sha256//${reach.key_pin}`,
    ...(problem === '' ? [] : [`Another certificate was not taken: ${visible(problem)}`]),
  ];
}

function nameLines({ allowed_names, refused_names }: ReachJson): string[] {
  const refused = refused_names.map(({ name }) => name);
  return [
    ...(allowed_names.length === 0 ? [] : [`Also answers to: ${allowed_names.join(', ')}`]),
    ...(refused.length === 0 ? [] : [`Was called, and refused, as: ${refused.join(', ')}`]),
  ];
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError('--port needs a number from 1 to 65535.');
  return port;
}

export const networkCommands: readonly Command[] = [
  command({
    name: 'lan show',
    summary: 'says whether other devices of the network may connect, where, and with which fingerprint',
    example: 'lan show',
    run: async (client) => reachAnswer(await client.call('GET reach/')),
  }),
  command({
    name: 'lan on',
    summary: 'lets other devices of the network connect, by HTTPS; needs an account with a password',
    options: { port: { value: 'n', about: 'the port for them, from now on' } },
    example: 'lan on',
    run: async (client, { options: { port } }) =>
      reachAnswer(await client.call('PUT reach/', { on: true, port: portOf(port) })),
  }),
  command({
    name: 'lan off',
    summary: 'ends that, and their connections',
    example: 'lan off',
    run: async (client) => reachAnswer(await client.call('PUT reach/', { on: false })),
  }),
  command({
    name: 'lan allow',
    args: '<name>',
    summary: 'has the server answer to a name of this computer that it does not know',
    example: 'lan allow nas.fritz.box',
    run: async (client, { args: [name = ''] }) =>
      reachAnswer(await client.call('POST reach/names/', { name })),
  }),
  command({
    name: 'lan disallow',
    args: '<name>',
    summary: 'ends that',
    example: 'lan disallow nas.fritz.box',
    run: async (client, { args: [name = ''] }) =>
      reachAnswer(await client.call('DELETE reach/names/:name/', { name })),
  }),
];

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Option } from 'commander';
import {
  DEFAULT_NETWORK_PORT,
  DEFAULT_PORT,
  defaultDataDir,
  type NetworkConfig,
  type Surroundings,
} from '../app/config.ts';
import { TypedCommand } from './typed-command.ts';

export interface ServeOptions {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Origins under which proxies show this server, the main one first. */
  readonly publicUrls: readonly string[];
  /** More names that this server answers to, in lower case. */
  readonly allowedHosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly network: NetworkConfig;
  /** Prints the one-time sign-in address as a line of its own. */
  readonly printSignIn: boolean;
  /** Tests the program instead of serving: all of it, or, in a process started for that, only parts. */
  readonly selfTest: 'all' | 'parts' | null;
}

/** For the process that tries parts; not meant for users. */
export const PARTS_OPTION = '--self-test-parts';

/** @throws Error with words for the user; HelpShown where help was requested */
export function parseServeOptions(
  argv: readonly string[],
  surroundings: Surroundings & { cwd: string },
): ServeOptions {
  const values = serveCommand()
    .parse([...argv], { from: 'user' })
    .opts<TypedServeOptions>();
  const port = portIn('--port', values.port) ?? DEFAULT_PORT;
  const { dataDir } = values;
  return {
    dataDir: dataDir === undefined ? defaultDataDir(surroundings) : resolve(surroundings.cwd, dataDir),
    host: values.host,
    port,
    publicUrls: (values.publicUrl ?? listed(surroundings.env['KEEPFOLD_PUBLIC_URL'])).map(publicUrl),
    allowedHosts: (values.allowHost ?? listed(surroundings.env['KEEPFOLD_ALLOW_HOST'])).map(allowedHost),
    trustedProxies: (values.trustedProxy ?? listed(surroundings.env['KEEPFOLD_TRUSTED_PROXY'])).map(
      proxyAddress,
    ),
    network: networkOf(values, surroundings.cwd),
    printSignIn: values.printSignIn === true,
    selfTest: values.selfTestParts ? 'parts' : values.selfTest ? 'all' : null,
  };
}

interface TypedServeOptions {
  readonly dataDir?: string;
  readonly host: string;
  readonly port?: string;
  readonly publicUrl?: string[];
  readonly allowHost?: string[];
  readonly trustedProxy?: string[];
  readonly lan?: true;
  readonly lanPort?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly printSignIn?: true;
  readonly selfTest?: true;
  readonly selfTestParts?: true;
}

function serveCommand(): TypedCommand {
  const program = new TypedCommand('npm run --silent serve --');
  program.example = 'npm run --silent serve -- --data-dir ~/keepfold-data --port 8730';
  const several = (value: string, before: string[] = []) => [...before, value];
  return program
    .description('Serves the libraries of a data folder until it is told to stop.')
    .helpOption('-h, --help', 'shows this')
    .option('--data-dir <dir>', 'the data folder; without it KEEPFOLD_DATA_DIR or that of this system')
    .option('--port <n>', `the port; 0 for any free one, ${DEFAULT_PORT} without it`)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option(
      '--public-url <url>',
      'an address under which a proxy shows this server; may be repeated',
      several,
    )
    .option('--allow-host <name>', 'a name of this server that it does not know; may be repeated', several)
    .option('--trusted-proxy <ip>', 'a proxy whose word about addresses is taken; may be repeated', several)
    .option('--lan', 'lets other devices of the network connect, by HTTPS with a certificate of its own')
    .option('--lan-port <n>', `the port for them; ${DEFAULT_NETWORK_PORT} or that of the settings without it`)
    .option('--tls-cert <file>', 'a certificate to show them in place of its own; read again when it changes')
    .option('--tls-key <file>', 'the key of that certificate')
    .option('--print-sign-in', 'prints a one-time sign-in address')
    .option('--self-test', 'tries all that the program needs, prints one line about it, and ends')
    .addOption(new Option(PARTS_OPTION).hideHelp());
}

function portIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${option} needs a number from 0 to 65535, not "${text}".`);
  return port;
}

function networkOf({ lan, lanPort, tlsCert, tlsKey }: TypedServeOptions, cwd: string): NetworkConfig {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new Error('--tls-cert and --tls-key are needed together.');
  const port = portIn('--lan-port', lanPort);
  return {
    isOn: lan === true,
    ...(port === undefined ? {} : { port }),
    ...(tlsCert === undefined || tlsKey === undefined
      ? {}
      : { certificate: { cert: resolve(cwd, tlsCert), key: resolve(cwd, tlsKey) } }),
  };
}

/** The words of an environment variable, separated by spaces or commas. */
function listed(text = ''): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** The origin that the text names, spelled as browsers spell it. */
function publicUrl(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin)
    throw new Error(`--public-url needs an address like https://files.example.org, not "${text}".`);
  return url.origin;
}

/** A name or an address as in a Host header, without a port, since any port will do. */
function allowedHost(text: string): string {
  const host = isIP(text) === 6 ? `[${text}]` : text;
  const url = URL.parse(`http://${host}`);
  if (url === null || url.href !== `http://${url.hostname}/` || host.includes('/'))
    throw new Error(`--allow-host needs a name like nas.fritz.box, without a port, not "${text}".`);
  return url.hostname;
}

function proxyAddress(text: string): string {
  if (isIP(text) === 0) throw new Error(`--trusted-proxy needs an IP address like 127.0.0.1, not "${text}".`);
  return text;
}

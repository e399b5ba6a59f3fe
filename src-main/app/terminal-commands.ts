import type { TerminalCommandsJson } from '../../src-shared/session-api.ts';
import { type AppConfig, DEFAULT_PORT, defaultDataDir, type Surroundings } from './config.ts';

/** The server that the commands are for, as it was started. */
export interface ToldServer
  extends Pick<AppConfig, 'dataDir' | 'host' | 'publicUrls' | 'allowedHosts' | 'trustedProxies' | 'network'> {
  /** The port it listens on. */
  readonly port: number;
}

/** The surroundings of the process. */
export interface CommandPlace extends Surroundings {
  /** The checkout that it runs from; null: an installed app. */
  readonly sourceDir: string | null;
  /** Path of the installed app. */
  readonly execPath: string;
}

/** Commands for a terminal of this computer, to use this server and to start it the same way. */
export function terminalCommands(server: ToldServer, place: CommandPlace): TerminalCommandsJson {
  const { sourceDir } = place;
  const folder = dataFolder(server, place);
  const port = server.port === DEFAULT_PORT ? [] : ['--port', String(server.port)];
  if (sourceDir === null) {
    const open = [installed(place), ...inOne(folder)].join(' ');
    return { folder: null, open, start: [open, ...inOne(port)].join(' '), sign_in: null, add_user: null };
  }
  const reach = reachOptions(server, place);
  // Then others can reach it, which the desktop app does not set up.
  const script = reach.length === 0 ? 'npm start' : 'npm run serve';
  return {
    folder: sourceDir,
    open: withArgs('npm start', folder),
    start: withArgs(script, [...folder, ...port, ...reach]),
    sign_in: ['npm run cli -- sign-in', ...folder].join(' '),
    add_user: ['npm run cli -- user add <e-mail>', ...folder].join(' '),
  };
}

function withArgs(script: string, words: readonly string[]): string {
  return words.length === 0 ? script : [script, '--', ...words].join(' ');
}

/** As one word of the command line: for `cmd` on Windows, for a POSIX shell elsewhere. */
export function shellWord(text: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32')
    return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // A backslash before the closing quote would escape it.
  return /^[\w@+=:,./\\-]+$/.test(text) ? text : `"${text.replace(/\\+$/, '$&$&')}"`;
}

/** Empty for the default folder, if the environment of the terminal does not change it. */
function dataFolder({ dataDir }: ToldServer, { env, platform }: CommandPlace): string[] {
  const byDefault = defaultDataDir({ env: { ...env, KEEPFOLD_DATA_DIR: undefined }, platform });
  const isDefault = dataDir === byDefault && (env['KEEPFOLD_DATA_DIR'] ?? '') === '';
  return isDefault ? [] : ['--data-dir', shellWord(dataDir, platform)];
}

function reachOptions(
  { host, publicUrls = [], allowedHosts = [], trustedProxies = [], network = {} }: ToldServer,
  { platform }: CommandPlace,
): string[] {
  const word = (text: string) => shellWord(text, platform);
  return [
    ...(host === '127.0.0.1' ? [] : ['--host', word(host)]),
    ...publicUrls.flatMap((url) => ['--public-url', word(url)]),
    ...allowedHosts.flatMap((name) => ['--allow-host', word(name)]),
    ...trustedProxies.flatMap((proxy) => ['--trusted-proxy', word(proxy)]),
    ...(network.isOn === true ? ['--lan'] : []),
    ...(network.port === undefined ? [] : ['--lan-port', String(network.port)]),
    ...(network.certificate === undefined
      ? []
      : ['--tls-cert', word(network.certificate.cert), '--tls-key', word(network.certificate.key)]),
  ];
}

function installed({ platform, env, execPath }: CommandPlace): string {
  if (platform === 'win32') return shellWord(execPath, platform);
  if (platform === 'darwin') return 'open -a Keepfold --args';
  const image = env['APPIMAGE'] ?? '';
  return image === '' ? 'keepfold' : shellWord(image, platform);
}

/** Electron accepts a value only in one word with its switch. */
function inOne([name, value]: readonly string[]): string[] {
  return name === undefined ? [] : [`${name}=${value}`];
}

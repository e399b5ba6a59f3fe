import { ownsName } from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';

/**
 * Whether an icon in the tray would be visible. Linux desktops show one only while a program on the session bus handles
 * it, which may start and end at any time.
 */
export async function hasTray({ env, platform }: { env: NodeJS.ProcessEnv; platform: NodeJS.Platform }) {
  if (platform !== 'linux') return true;
  const address = busAddress(env);
  return address !== null && (await ownsName(address, WATCHER));
}

function busAddress(env: NodeJS.ProcessEnv): string | null {
  const address = env['DBUS_SESSION_BUS_ADDRESS'];
  if (address) return address;
  const runtime = env['XDG_RUNTIME_DIR'];
  return runtime ? `unix:path=${runtime}/bus` : null;
}

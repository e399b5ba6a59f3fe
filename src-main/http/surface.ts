/** A family of addresses that shares authentication, error bodies and headers. */
export type Surface = 'api2' | 'api-v21' | 'admin' | 'local' | 'transfer' | 'sync' | 'public' | 'dav' | 'ui';

/** Where sync clients hear of changes. */
export const NOTIFICATION_PATH = '/notification';

/** Where each surface is served; longest prefix first. */
const SURFACE_PREFIXES = [
  ['/api/v2.1/admin', 'admin'],
  ['/api/local/v1', 'local'],
  ['/api/v2.1', 'api-v21'],
  ['/api2', 'api2'],
  ['/seafhttp/repo', 'sync'],
  ['/seafhttp/protocol-version', 'sync'],
  ['/seafhttp/accessible-repos', 'sync'],
  ['/seafhttp', 'transfer'],
  [NOTIFICATION_PATH, 'sync'],
  ['/f', 'public'],
  ['/d', 'public'],
  ['/u/d', 'public'],
  ['/dav', 'dav'],
  ['/seafdav', 'dav'],
  ['/client-login', 'public'],
  ['/library', 'public'],
  ['/lib', 'public'],
  ['/repo', 'public'],
  ['/smart-link', 'public'],
  ['/profile', 'public'],
] as const satisfies readonly (readonly [string, Surface])[];

/** The surface of a request path. Whatever is no API is the user interface, except below `/api`. */
export function surfaceOf(path: string): Surface {
  for (const [prefix, surface] of SURFACE_PREFIXES) {
    if (path === prefix || path.startsWith(`${prefix}/`)) return surface;
  }
  return path === '/api' || path.startsWith('/api/') ? 'api-v21' : 'ui';
}

/** Path of a request target, without its query. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

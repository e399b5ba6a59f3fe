const LONGEST_PATH = 4_096;
/** As the service writes the addresses of drives: what has a meaning in an address is escaped. */
const DRIVE_PATH = /^\/dav(\/[A-Za-z0-9._~!'()*%-]+)+\/$/;

/**
 * What a file manager of Linux opens as a drive: that of our own service, whatever page asks. Nothing else is handed to the
 * system, for which an address can be a command.
 * @throws Error for what names no folder of the drive, or while the service does not run
 */
export function driveAddress(service: string | null, path: string): string {
  const origin = service === null ? null : URL.parse(service);
  if (origin === null || !/^https?:$/.test(origin.protocol)) throw new Error('the service does not run');
  if (path.length > LONGEST_PATH || !DRIVE_PATH.test(path) || URL.parse(path, origin.href)?.pathname !== path)
    throw new Error('the path does not name a folder of the drive');
  return `${origin.protocol === 'https:' ? 'davs' : 'dav'}://${origin.host}${path}`;
}

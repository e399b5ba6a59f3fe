const LONGEST_PATH = 4_096;
/** Addresses of drives as the service writes them: special characters are escaped. */
const DRIVE_PATH = /^\/dav(\/[A-Za-z0-9._~!'()*%-]+)+\/$/;

/**
 * The address that a file manager on Linux opens as a drive: that of our own service, whatever the page requests.
 * Nothing else is passed to the system, where an address can be a command.
 * @throws Error for anything that is no folder of the drive, or while the service does not run
 */
export function driveAddress(service: string | null, path: string): string {
  const origin = service === null ? null : URL.parse(service);
  if (origin === null || !/^https?:$/.test(origin.protocol)) throw new Error('the service does not run');
  if (path.length > LONGEST_PATH || !DRIVE_PATH.test(path) || URL.parse(path, origin.href)?.pathname !== path)
    throw new Error('the path does not name a folder of the drive');
  return `${origin.protocol === 'https:' ? 'davs' : 'dav'}://${origin.host}${path}`;
}

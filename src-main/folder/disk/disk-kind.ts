/** A mounted file system, as Linux lists it. */
export interface Mount {
  readonly mountPoint: string;
  /** `ext4`, `nfs4`, `fuse.sshfs`, … */
  readonly fsType: string;
  /** Number of the device, such as `8:1`; begins with `0:` for file systems without a disk. */
  readonly device: string;
  /** What is mounted: `/dev/sda2`, `server:/export`, `tmpfs`, … */
  readonly source: string;
}

/** What matters about the disk that a folder is on. */
export interface DiskKind {
  /** Name of the kind for people; empty when it is not known. */
  readonly name: string;
  readonly isNetwork: boolean;
  readonly isMemory: boolean;
  readonly hasHardLinks: boolean;
}

/** The mount that an absolute path is on, from the text of `/proc/self/mountinfo`; null when none is listed. Pure. */
export function mountOf(mountinfo: string, path: string): Mount | null {
  let found: Mount | null = null;
  for (const line of mountinfo.split('\n')) {
    const mount = parseMount(line);
    // A later mount on the same point hides the earlier one.
    if (mount === null || !isAtOrAbove(mount.mountPoint, path)) continue;
    if (found === null || mount.mountPoint.length >= found.mountPoint.length) found = mount;
  }
  return found;
}

/** `36 35 98:0 /root /mount/point rw,noatime master:1 - ext3 /dev/root rw`; spaces in names are written `\040`. */
function parseMount(line: string): Mount | null {
  const [before, after] = line.split(' - ');
  const [, , device, , mountPoint] = before?.split(' ') ?? [];
  const [fsType, source] = after?.split(' ') ?? [];
  if (device === undefined || mountPoint === undefined || fsType === undefined) return null;
  return { device, mountPoint: unescaped(mountPoint), fsType, source: unescaped(source ?? '') };
}

function unescaped(name: string): string {
  return name.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function isAtOrAbove(mountPoint: string, path: string): boolean {
  const inside = mountPoint === '/' ? '/' : `${mountPoint}/`;
  return path === mountPoint || path.startsWith(inside);
}

const NETWORK =
  /^(?:nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|glusterfs|coda|ncpfs|webdav|davfs|fuse\.(?:sshfs|rclone|s3fs|davfs2?|glusterfs|gvfsd-fuse|seadrive|google-drive-ocamlfuse))$/;
const MEMORY = /^(?:tmpfs|ramfs)$/;
const WITHOUT_LINKS = /^(?:vfat|msdos|fat|exfat|fuse\.exfat)$/;

/** Looks up the system's name for a kind of file system. Pure. */
export function diskKindOf(fsType: string): DiskKind {
  return {
    name: fsType,
    isNetwork: NETWORK.test(fsType),
    isMemory: MEMORY.test(fsType),
    hasHardLinks: !WITHOUT_LINKS.test(fsType),
  };
}

/** Kinds by the number from `statfs`, for systems that give no names. */
const BY_NUMBER: Readonly<Record<number, string>> = {
  [0x6969]: 'nfs',
  [0x517b]: 'smb',
  [0xff534d42]: 'cifs',
  [0xfe534d42]: 'smb2',
  [0x01021997]: '9p',
  [0x5346414f]: 'afs',
  [0x00c36400]: 'ceph',
  [0x01021994]: 'tmpfs',
  [0x858458f6]: 'ramfs',
  [0x4d44]: 'vfat',
  [0x2011bab0]: 'exfat',
};

/** Empty for any other number. */
export function fsTypeOfNumber(type: number): string {
  return BY_NUMBER[type >>> 0] ?? '';
}

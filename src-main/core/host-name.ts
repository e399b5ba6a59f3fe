const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
/** Two groups at least, so that no colon stands alone. */
const ADDRESS = /^\[[0-9a-f:]{2,39}\]$/;

/**
 * A host name or an address as it stands in a Host header, in small letters and without a port; null: it is none that
 * somebody could have given a computer.
 */
export function readHostName(text: string): string | null {
  const name = text.toLowerCase();
  return name.length <= 253 && (NAME.test(name) || ADDRESS.test(name)) ? name : null;
}

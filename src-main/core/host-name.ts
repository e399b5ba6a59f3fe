const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
/** Two groups at least, so that no colon stands alone. */
const ADDRESS = /^\[[0-9a-f:]{2,39}\]$/;

const MOST_URL_CHARACTERS = 300;
const MOST_ADDRESS_CHARACTERS = 45;

/**
 * A host name or an address as in a Host header, in lower case and without a port; null for anything that cannot be the
 * name of a computer.
 */
export function readHostName(text: string): string | null {
  const name = text.toLowerCase();
  return name.length <= 253 && (NAME.test(name) || ADDRESS.test(name)) ? name : null;
}

/** The origin that the text names, spelled as browsers spell it; null: it is none, or more than one. */
export function readPublicUrl(text: string): string | null {
  const url = text.length <= MOST_URL_CHARACTERS ? URL.parse(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : null;
}

/** An IP address as browsers spell it, without brackets; null: it is none. */
export function readIpAddress(text: string): string | null {
  if (text.length > MOST_ADDRESS_CHARACTERS) return null;
  if (/^\d+(\.\d+){3}$/.test(text)) return URL.parse(`http://${text}`)?.hostname === text ? text : null;
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(text)) return null;
  return URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) ?? null;
}

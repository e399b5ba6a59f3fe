/** A person as a list shows them: the name, else the part of the e-mail before the `@`; empty when nobody is known. */
export function personName(name: string, email = name): string {
  if (name !== '' && name !== email) return name;
  const at = email.indexOf('@');
  return at > 0 ? email.slice(0, at) : email;
}

/** One or two letters for a round badge. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

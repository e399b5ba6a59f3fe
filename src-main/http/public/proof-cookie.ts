const NAME = 'keepfold-link';

export interface ProofCookie {
  readonly proof: string;
  readonly seconds: number;
  /** Only pages below this path are sent the cookie. */
  readonly path: string;
  readonly isSecure: boolean;
}

/** `Set-Cookie` that lets a visitor in again without the password. Scripts cannot read it, other sites cannot send it. */
export function proofCookie({ proof, seconds, path, isSecure }: ProofCookie): string {
  const secure = isSecure ? '; Secure' : '';
  return `${NAME}=${proof}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The proof in a `Cookie` header; undefined when there is none. */
export function cookieOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
}

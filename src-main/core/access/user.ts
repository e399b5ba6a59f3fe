/** A person with an account. */
export interface User {
  readonly key: number;
  /** Lower-case; the name of the account everywhere. */
  readonly email: string;
  /** What the user chose to be called; empty when nothing. */
  readonly name: string;
  /** Where to write to, also accepted for signing in; empty when it is the e-mail itself. */
  readonly contactEmail: string;
  readonly isAdmin: boolean;
  readonly isActive: boolean;
  readonly role: string;
  /** Null: unlimited. */
  readonly quotaBytes: number | null;
  readonly createdAtSeconds: number;
  /** Null: never. */
  readonly lastSignInAtSeconds: number | null;
  /** Null: never. */
  readonly lastSeenAtSeconds: number | null;
}

/** How others see a user. */
export interface Profile {
  readonly email: string;
  readonly name: string;
  readonly contactEmail: string;
}

/** The names that listings show: the chosen name, else the local part of the contact e-mail. */
export function profileOf(user: Pick<User, 'email' | 'name' | 'contactEmail'>): Profile {
  const contactEmail = user.contactEmail === '' ? user.email : user.contactEmail;
  const name = user.name === '' ? localPartOf(contactEmail) : user.name;
  return { email: user.email, name, contactEmail };
}

function localPartOf(email: string): string {
  return email.split('@', 1)[0] ?? email;
}

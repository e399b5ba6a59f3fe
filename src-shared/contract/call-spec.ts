import type { DomainErrorCode } from '../error-codes.ts';
import type { FieldSpecs } from './field-spec.ts';
import type { Shape } from './shape.ts';

/** Who may make a call; `library-token`: only a client with the token of a library. */
export type Access = 'anonymous' | 'user' | 'admin' | 'library-token';

/**
 * What a call takes and answers. Parsers can read only what is declared here, and check it against that; the description of
 * the interface is generated from it; tests compare every answer and refusal with it.
 */
export interface CallSpec {
  /** A sentence for people. */
  readonly summary: string;
  /** Absent: as the route says, otherwise what its surface requires. */
  readonly access?: Access;
  readonly query?: FieldSpecs;
  /** Fields of a form or a JSON object. */
  readonly body?: FieldSpecs;
  /** Fields of the body are taken from the query as well, and the other way round. */
  readonly mixed?: true;
  /** The body is a form with the file or files in fields called `file`. */
  readonly files?: 'one' | 'many';
  /** A body that is no form: its content type, and what it is. */
  readonly raw?: { readonly type: string; readonly about: string };
  /** Headers that change the answer; for the description only. */
  readonly headers?: FieldSpecs;
  /** The shape of the JSON answer; null: the answer is never JSON. */
  readonly answer: Shape | null;
  /** Content types of answers that are no JSON. */
  readonly media?: readonly string[];
  /** Statuses of success; absent: 200. */
  readonly statuses?: readonly number[];
  /** Refusals beyond those possible for any call of its kind. */
  readonly refuses?: readonly DomainErrorCode[];
  /**
   * On a server that others reach, allowed only for a user who has just given a password: the call accesses the disk of the
   * host, makes an account that could, or sets by which names and from where the host is reached.
   */
  readonly passwordAgain?: PasswordAgain;
  /** Authorised by a token of its own in this header, not by an API token. */
  readonly tokenHeader?: string;
}

export interface PasswordAgain {
  /**
   * `accounts`: required of sessions; scripts that manage accounts have other tokens, for which it is required only to make
   * an administrator, or to let one sign in anew.
   */
  readonly for: 'host-disk' | 'accounts';
  /** Required only when this field is sent. */
  readonly whenSent?: string;
  /** The flag that makes an account an administrator's. */
  readonly promotes?: string;
  /** Whether the account of the address gets a password: with each call, or when the field `password` is sent. */
  readonly newPassword?: 'always' | 'when-sent';
}

/** By method and address as registered, without the rules of parameters: `GET /api2/repos/:library_id/`. */
export type CallSpecs = Readonly<Record<string, CallSpec>>;

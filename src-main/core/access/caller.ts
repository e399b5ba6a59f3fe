/** Who asks. Services take a caller and decide themselves what it may do. */
export interface Caller {
  readonly email: string;
  readonly isAdmin: boolean;
}

export type Permission = 'rw' | 'r';

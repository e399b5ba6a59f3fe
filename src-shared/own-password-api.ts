/** `GET account/password/` */
export interface OwnPasswordJson {
  /** False until somebody gives the first account a password: whoever uses this computer is signed in without one. */
  is_set: boolean;
}

/** `PUT account/password/` */
export interface ChangePasswordJson {
  /** Not looked at while there is none. */
  current_password: string;
  new_password: string;
}

/** The answer of `PUT account/password/` */
export interface ChangedPasswordJson {
  /** In place of the token of the request, which has ended like all others; null: that one goes on. */
  token: string | null;
}

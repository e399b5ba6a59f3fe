// Wire shapes of `/api/local/v1` for sharing. Times are seconds since 1970.

/** `admin`: may read, write and share further. */
export type ShareRightJson = 'r' | 'rw' | 'admin';

/** Somebody a library can be shared with. */
export interface ShareTargetJson {
  kind: 'user' | 'group';
  /** An e-mail, or the number of a group. */
  id: string;
  name: string;
}

/** `GET libraries/{id}/share-targets/?text=`: groups of the caller, then people; nobody who has it already. */
export interface ShareTargetsJson {
  targets: ShareTargetJson[];
}

export interface LibraryShareJson extends ShareTargetJson {
  permission: ShareRightJson;
}

/** `GET libraries/{id}/shares/?cursor=`: groups, then people; 100 a page. */
export interface LibrarySharesPageJson {
  shares: LibraryShareJson[];
  total: number;
  cursor: string | null;
}

/** Body of `PUT libraries/{id}/shares/`, which also changes what is shared already. */
export interface ShareLibraryJson extends Pick<ShareTargetJson, 'kind' | 'id'> {
  permission: ShareRightJson;
}

/** A library of the caller that others have been given. */
export interface GivenLibraryJson {
  library_id: string;
  library_name: string;
  encrypted: boolean;
  people: number;
  groups: number;
  /** Of the first few who have it. */
  names: string[];
}

/** `GET sharing/given/?cursor=`: by name, 100 a page. */
export interface GivenLibrariesPageJson {
  libraries: GivenLibraryJson[];
  cursor: string | null;
}

/** A library that others have opened to the caller. */
export interface ReceivedLibraryJson {
  library_id: string;
  library_name: string;
  encrypted: boolean;
  owner_name: string;
  permission: ShareRightJson;
  /** Through which the caller has it; empty: it was given personally, and can be given up. */
  group_name: string;
}

/** `GET sharing/received/?cursor=`: by name, 100 a page. */
export interface ReceivedLibrariesPageJson {
  libraries: ReceivedLibraryJson[];
  cursor: string | null;
}

/** `share`: to look and download; `upload`: to bring files. */
export type PublicLinkKindJson = 'share' | 'upload';

/** A link of the caller for people without an account. */
export interface PublicLinkJson {
  token: string;
  kind: PublicLinkKindJson;
  url: string;
  library_id: string;
  library_name: string;
  path: string;
  is_dir: boolean;
  /** False: the item was moved or deleted. */
  is_there: boolean;
  can_download: boolean;
  has_password: boolean;
  created_at: number;
  /** Null: never. */
  expires_at: number | null;
  is_expired: boolean;
  visits: number;
}

/** `GET public-links/?library=&path=&kind=&cursor=`: newest first, 100 a page. */
export interface PublicLinksPageJson {
  links: PublicLinkJson[];
  cursor: string | null;
}

/** Body of `POST public-links/`. */
export interface MakePublicLinkJson {
  kind: PublicLinkKindJson;
  library_id: string;
  path: string;
  /** Empty: none. */
  password: string;
  /** 0: it never ends. */
  expire_days: number;
  can_download: boolean;
}

/** Body of `PUT public-links/{token}/`: what is absent stays. */
export interface ChangePublicLinkJson {
  /** Empty: none any more. */
  password?: string;
  /** From now on; 0: it never ends. */
  expire_days?: number;
}

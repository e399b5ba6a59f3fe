import type { Profile } from '../../core/access/user.ts';

/** Clients read it as "no limit". */
export const UNLIMITED = -2;

export interface AccountSource {
  readonly profile: Profile;
  readonly isAdmin: boolean;
  /** Null: unlimited. */
  readonly quotaBytes: number | null;
  readonly usedBytes: number;
  readonly origin: string;
}

/** `GET /api2/account/info/` */
export function accountInfo({ profile, isAdmin, quotaBytes, usedBytes, origin }: AccountSource) {
  return {
    email: profile.email,
    name: profile.name,
    contact_email: profile.contactEmail,
    login_id: '',
    department: '',
    institution: '',
    avatar_url: `${origin}/media/avatars/default.png`,
    is_staff: isAdmin,
    total: quotaBytes ?? UNLIMITED,
    usage: usedBytes,
    space_usage: usageText(usedBytes, quotaBytes),
    enable_subscription: false,
    file_updates_email_interval: 0,
    collaborate_email_interval: 0,
  };
}

/** `GET /api/v2.1/user/` */
export function userItem({ email, name, contactEmail }: Profile) {
  return {
    email,
    name,
    contact_email: contactEmail,
    telephone: '',
    login_id: '',
    list_in_address_book: true,
  };
}

function usageText(usedBytes: number, quotaBytes: number | null): string {
  if (quotaBytes === null || quotaBytes === 0) return '0%';
  return `${((usedBytes / quotaBytes) * 100).toFixed(1)}%`;
}

import type { CallSpecs } from './contract/call-spec.ts';
import { REQUIRED, text, word } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, SUCCESS } from './contract/shape.ts';

/** A library that a device syncs. */
const DEVICE_LIBRARY = object({
  library_id: 'string',
  library_name: 'string',
  last_used_at: 'integer',
  /** Network address of the last use. */
  address: 'string',
});

export const DEVICE = named(
  'SyncingDevice',
  object({
    /** Names the device in the calls above. */
    device_id: 'string',
    name: 'string',
    /** `windows`, `linux`, `mac`, `android` or `ios`; empty for a device that syncs without having signed in. */
    platform: 'string',
    client_version: 'string',
    platform_version: 'string',
    last_used_at: 'integer',
    /** Network address from which it last synced; empty when it never did. */
    address: 'string',
    /** When it was told to remove what it holds; 0: it was not. */
    wipe_ordered_at: 'integer',
    /** Last used first. */
    libraries: list(DEVICE_LIBRARY),
  }),
);
export type DeviceJson = Json<typeof DEVICE>;

/** `GET devices/`: last used first. */
export const DEVICES = object({ devices: list(DEVICE) });
export type DevicesJson = Json<typeof DEVICES>;

/** `POST devices/code/`: typed in place of a password, once, by a device that signs in with that e-mail. */
const PAIRING_CODE = object({
  /** Letters in groups; grouping and letter case do not matter. */
  code: 'string',
  email: 'string',
  /** Seconds. */
  expires_in: 'integer',
});

/** `GET devices/code/` */
const PAIRING = named(
  'PairingCode',
  object({
    /** `none`: there is none, or it has expired. */
    state: oneOf('none', 'waiting', 'used'),
    /** Seconds; 0 unless it waits. */
    expires_in: 'integer',
    /** Which device used it; empty: none. */
    device_id: 'string',
    device_name: 'string',
  }),
);
export type PairingJson = Json<typeof PAIRING>;

/** `POST devices/` */
const DEVICE_PASSWORD = object({
  device_id: 'string',
  name: 'string',
  /** Shown this once. */
  password: 'string',
});

/** Devices with which the caller uses the server. */
export const DEVICES_CALLS = {
  'GET devices/': {
    summary: 'The caller’s devices, and what each of them syncs.',
    answer: DEVICES,
  },
  'POST devices/': {
    summary: 'A password for one program, such as a drive: it is listed and ended as a device.',
    passwordAgain: { for: 'accounts' },
    body: {
      name: text('What it is for; at most 40 characters.', REQUIRED),
      platform: word(['linux', 'mac', 'windows', 'android', 'ios'], '', { fallback: 'linux' }),
    },
    answer: DEVICE_PASSWORD,
    refuses: ['argument-invalid', 'permission-denied'],
  },
  'GET devices/code/': {
    summary: 'What became of the code that this session has made.',
    answer: PAIRING,
    refuses: ['permission-denied'],
  },
  'POST devices/code/': {
    summary:
      'A code that signs one device in within ten minutes, typed in place of the password. The one before ends.',
    passwordAgain: { for: 'accounts' },
    answer: PAIRING_CODE,
    refuses: ['permission-denied'],
  },
  'DELETE devices/code/': {
    summary: 'Ends the code that this session has made.',
    answer: SUCCESS,
    refuses: ['permission-denied'],
  },
  'DELETE devices/:device_id/': {
    summary: 'Signs a device out and ends all its syncing.',
    answer: SUCCESS,
    refuses: ['item-not-found'],
  },
  'DELETE devices/:device_id/libraries/:library_id/': {
    summary: 'Ends the syncing of one library by a device.',
    answer: SUCCESS,
    refuses: ['item-not-found'],
  },
} as const satisfies CallSpecs;

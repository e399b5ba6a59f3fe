import type { CallSpecs } from './contract/call-spec.ts';
import { type Json, list, named, object, SUCCESS } from './contract/shape.ts';

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
    /** Used last first. */
    libraries: list(DEVICE_LIBRARY),
  }),
);
export type DeviceJson = Json<typeof DEVICE>;

/** `GET devices/`: used last first. */
export const DEVICES = object({ devices: list(DEVICE) });
export type DevicesJson = Json<typeof DEVICES>;

/** Devices by which the caller reaches the server. */
export const DEVICES_CALLS = {
  'GET devices/': {
    summary: 'The caller’s devices, and what each of them syncs.',
    answer: DEVICES,
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

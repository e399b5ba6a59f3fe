/**
 * Wire shapes of `/api/local/v1/devices/`: the devices by which the caller reaches this server. Times are Unix seconds.
 *
 * `DELETE devices/{device}/` signs a device out and ends its syncing, `DELETE devices/{device}/libraries/{id}/` ends the
 * syncing of one library; both answer `{"success": true}`. Files on the device stay where they are.
 */

/** A library that a device syncs. */
export interface DeviceLibraryJson {
  library_id: string;
  library_name: string;
  last_used_at: number;
  /** Network address of the last use. */
  address: string;
}

export interface DeviceJson {
  /** Names the device in the calls above. */
  device_id: string;
  name: string;
  /** `windows`, `linux`, `mac`, `android` or `ios`; empty for a device that syncs without having signed in. */
  platform: string;
  client_version: string;
  platform_version: string;
  last_used_at: number;
  /** Network address from which it last synced; empty when it never did. */
  address: string;
  /** When it was told to remove what it holds; 0: it was not. */
  wipe_ordered_at: number;
  /** Used last first. */
  libraries: DeviceLibraryJson[];
}

/** `GET devices/`: used last first. */
export interface DevicesJson {
  devices: DeviceJson[];
}

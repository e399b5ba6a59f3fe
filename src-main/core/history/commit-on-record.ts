import { commitTime } from '../calendar.ts';
import { CLIENT_VERSION_MAX_BYTES, DESCRIPTION_MAX_BYTES, DEVICE_NAME_MAX_BYTES } from '../limits.ts';
import type { Commit } from '../objects/commit.ts';
import { cutText } from '../objects/cut-text.ts';

/**
 * A commit as history, trash and lists keep and tell it: its text as it was pushed may be of any length, and in older
 * ones of any time. The stored commit stays as it is, because its id is computed from these.
 */
export function commitOnRecord(commit: Commit): Commit {
  const { ctimeSeconds, description, deviceName, clientVersion } = commit;
  return {
    ...commit,
    ctimeSeconds: commitTime(ctimeSeconds),
    description: cutText(description, DESCRIPTION_MAX_BYTES),
    deviceName: deviceName === null ? null : cutText(deviceName, DEVICE_NAME_MAX_BYTES),
    clientVersion: clientVersion === null ? null : cutText(clientVersion, CLIENT_VERSION_MAX_BYTES),
  };
}

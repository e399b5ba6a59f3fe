import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Says 1 on Ubuntu from 23.10 on: only programs that the administrator named may make the room that a sandbox is. */
const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const setUserId = 0o4000;

/**
 * Why Electron could not start its sandbox, and what helps; null where it should have been able to. Asked once it
 * failed: a profile of AppArmor may allow what the setting forbids.
 * @param {string} electronPath
 * @param {string} [settingFile]
 * @returns {string | null}
 */
export function sandboxProblem(electronPath, settingFile = restriction) {
  const helper = join(dirname(electronPath), 'chrome-sandbox');
  if (!isOn(settingFile) || isRootsOwn(helper)) return null;
  return `this system does not let Electron start its sandbox from a checkout. Two commands allow it:
  sudo chown root '${helper}'
  sudo chmod 4755 '${helper}'
The packages of "npm run dist" need neither`;
}

/** @param {string} path */
function isOn(path) {
  try {
    return readFileSync(path, 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** @param {string} path */
function isRootsOwn(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  return status !== undefined && status.uid === 0 && (status.mode & setUserId) !== 0;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCalls } from '../support/admin-calls.ts';
import { BAD_NAMES, UNUSUAL_NAMES } from '../support/bad-names.ts';
import { addressOf, watchKnownRoutes } from '../support/known-routes.ts';
import { useLinkedLibraries } from '../support/linked-library.ts';
import { useApp } from '../support/running-app.ts';
import { randomBytesOf } from '../support/seeded-random.ts';

const REQUESTS = Number(process.env['NO_FAULTS_REQUESTS'] ?? 1200);
const AT_ONCE = 6;

/** They derive keys for seconds, never end, or reach for the disk or keychain of whoever runs the tests. */
const LEFT_OUT = /auth-token|session|users|password|events|folders|browse|secrets|export|logout|seafhttp/;
/** Nothing would be left to ask about; a deletion of items inside stays. */
const DESTRUCTIVE = /trash-libraries|deleted-|group|libraries\/[^/]*\/?$|repos\/[^/]*\/?$/;

/** What calls look at, by a part of their address. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/admin\/libraries\/$/, 'name owner page per_page order_by'],
  [/admin\/libraries\/[^/]+\/$/, 'status name owner'],
  [/history-limit/, 'keep_days'],
  [/via-repo-token/, 'path operation newname dst_dir commit_id recursive type with_parents from replace'],
  [/repo-api-tokens/, 'app_name permission'],
  [/client-login|smart-link/, 'token next repo_id path is_dir'],
  [/links\//, 'repo_id path password expire_days expiration_time permissions page'],
  [/shared/, 'share_type permission username group_id user from p'],
  [/^\/[fdu]\//, 'p dl password'],
  [/dirents/, 'parent_dir obj_name is_file'],
  [/dirent\/$/, 'path dl'],
  [
    /search/,
    'query page per_page q repo_id search_repo search_path obj_type search_ftypes ftype input_fexts time_from size_to ' +
      'in state library cursor',
  ],
  [/starred/, 'repo_id path p'],
  [/devices/, 'platform device_id wipe_device'],
  [/user\/$/, 'name contact_email telephone list_in_address_book'],
  [
    /local\/v1\/libraries\/.*(items|zip-link|upload-link|unlock)\//,
    'path paths name names folder mode to_library_id to_folder replace commit_ids password',
  ],
  [/local\/v1\/.*trash/, 'path cursor ids replace keep_both search type library since until order'],
  [/trash/, 'owner page per_page scan_stat show_days path cursor limit keep_days'],
  [/history/, 'page per_page path cursor limit'],
  [/commits|diff/, 'path cursor limit commit'],
  [/entries|restore|download-link|content/, 'path commit commit_id sort order cursor'],
  [/owner\/$/, 'owner'],
  [/(dir|file)\/$/, 'p operation newname dst_repo dst_dir create_parents reloaddir t recursive oid op reuse'],
  [/file\/|revert|dirents/, 'p path commit_id limit page'],
  [
    /batch|copy-move|fileops/,
    'src_repo_id src_parent_dir src_dirents dst_repo_id dst_parent_dir file_names p',
  ],
  [/repos\/[^/]+\/$/, 'op repo_name repo_desc'],
  [/repos\/$/, 'name desc type nameContains repo_id magic random_key enc_version salt'],
  [/v1\/libraries\//, 'name description keep_days search owner cursor'],
  [
    /group|members/,
    'group_name group_owner parent_group new_owner name quota email is_admin return_ancestors repo_name',
  ],
  [/./, 'name email repos full can_admin repo_id page'],
];

/** What some of them take. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  status: ['normal', 'normal', 'read-only'],
  share_type: ['user', 'group', 'personal'],
  permission: ['r', 'rw', 'admin'],
  username: ['anna@example.com', 'admin@example.com'],
  permissions: ['{"can_download":false}', '{}'],
  owner: ['anna@example.com', 'admin@example.com', '1@service_group'],
  keep_days: ['-1', '0', '7'],
  parent_dir: ['/', '/d', '/d/e/'],
  path: ['/a.txt', '/d', '/d/b.txt', '/'],
  obj_name: UNUSUAL_NAMES,
  name: UNUSUAL_NAMES,
  repo_name: UNUSUAL_NAMES,
  op: ['rename'],
  p: ['/a.txt', '/d', '/d/b.txt', '/'],
  operation: ['mkdir', 'create', 'rename', 'copy', 'move', 'revert'],
  newname: UNUSUAL_NAMES,
  src_parent_dir: ['/', '/d'],
  src_dirents: ['a.txt', 'd', 'b.txt'],
  dst_parent_dir: ['/', '/d', '/d/e'],
  dst_dir: ['/', '/d', '/d/e'],
  query: ['o', 'PHOTOS'],
  q: ['a', 'B.TXT'],
  search_repo: ['all', 'mine'],
  search_path: ['/', '/d'],
  platform: ['linux', 'android'],
  paths: ['/a.txt', '/d/b.txt'],
  folder: ['/', '/d'],
  names: ['a.txt', 'd', 'b.txt'],
  to_folder: ['/', '/d', '/d/e'],
  mode: ['copy', 'move'],
  ids: ['1', '2', '3'],
  app_name: ['script'],
  is_dir: ['true', 'false'],
};

const known = watchKnownRoutes();
/** Texts that mean something to some call, and texts that mean nothing to any. */
const ODD_VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '2',
  '7',
  '100001',
  '9'.repeat(25),
  '1.5',
  '1e9',
  'true',
  'false',
  'null',
  'x',
  '%',
  '%%zz',
  '/',
  '/a.txt',
  '/d',
  '/d/',
  '/d/e/c.txt',
  '/nope',
  '//',
  '..',
  '/../x',
  'a',
  '/a.txt/x',
  `/${'p'.repeat(5000)}`,
  'normal',
  'read-only',
  'frozen',
  'size',
  'file_count',
  'mine',
  'shared',
  'rename',
  'setpassword',
  'mtime',
  'desc',
  'anna@example.com',
  'admin@example.com',
  'nobody@example.com',
  '9@seafile_group',
  '@',
  '0'.repeat(40),
  'a'.repeat(64),
  'b'.repeat(96),
  '\u0000',
  '\ud800',
  '\u202e',
  '🌷',
  "' OR 1=1 --",
  '__proto__',
  '[object Object]',
];

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let tokens: string[];
let libraryToken: string;
let libraries: string[];
let values: string[];

beforeAll(async () => {
  tokens = [app().adminToken, await app().addUser('anna@example.com')];
  const department = await admin.makeDepartment('Sales', 'anna@example.com');
  const files = { 'a.txt': 'abc', 'd/b.txt': 'de', 'd/e/c.txt': 'f' };
  const { libraryId } = await linked({ name: 'Documents', files });
  libraries = [
    libraryId,
    await admin.makeLibrary('Photos', 'anna@example.com'),
    await admin.makeLibrary('Contracts', `${department}@service_group`),
    await admin.makeEncryptedLibrary('Diary'),
  ];
  libraryToken = await admin.libraryToken(libraryId);
  values = [...ODD_VALUES, `${department}@service_group`, ...libraries, ...BAD_NAMES, ...UNUSUAL_NAMES];
});

afterAll(async () => {
  const answer = await app().call('POST', '/api/local/v1/check/', {
    token: app().adminToken,
    json: { full: true },
  });
  expect(answer.json).toMatchObject({ sound: true, problems: [] });
});

interface Shot {
  readonly method: string;
  readonly address: string;
  readonly token: string;
  readonly type: string;
  readonly body: string;
}

const routes = () =>
  known.filter(({ method, pattern }) => {
    const isLeftOut = LEFT_OUT.test(pattern) || (method === 'DELETE' && DESTRUCTIVE.test(pattern));
    return !isLeftOut && method !== 'HEAD';
  });

/** A call that makes sense here and there, and mostly does not. */
function randomShot(random: () => number): Shot {
  const one = <T>(from: readonly T[]): T => {
    const chosen = from[Math.floor(random() * from.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  const { method, pattern } = one(routes());
  const wanted = FIELDS.find(([address]) => address.test(pattern))?.[1].split(' ') ?? [];
  const count = Math.floor(random() * 4);
  const field = (): [string, string] => {
    const name = one(wanted);
    return [name, one(random() < 0.6 ? (GOOD[name] ?? values) : values)];
  };
  const fields = () => Array.from({ length: count }, field);
  const encoded = () => new URLSearchParams(fields()).toString();
  const parameters = {
    library_id: one(libraries),
    commit_id: one(['c'.repeat(40), '0'.repeat(40)]),
    group_id: one(['1', '2', '4711']),
    email: one(['anna@example.com', 'nobody@example.com', 'x']),
    token: one(['0'.repeat(20), '00000000-0000-4000-8000-000000000000', 'x']),
    size: one(['64', '9999', 'x']),
    app_name: one(['script', 'none']),
    device_id: one(['d'.repeat(40), 'x']),
    task_id: one(['00000000-0000-4000-8000-000000000000', 'x']),
    name: one(['nas.example.org', 'x']),
    address: one(['192.0.2.1', 'x']),
    job_id: one(['00000000-0000-4000-8000-000000000000', 'x']),
  };
  const isJson = random() < 0.4;
  return {
    method,
    address: `${addressOf(pattern, parameters)}?${encoded()}`,
    token: pattern.includes('via-repo-token') ? libraryToken : one(tokens),
    type: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    body: isJson ? JSON.stringify(Object.fromEntries(fields())) : encoded(),
  };
}

async function fire({ method, address, token, type, body }: Shot): Promise<{ status: number; text: string }> {
  const response = await fetch(app().url + address, {
    method,
    headers: { Authorization: `Token ${token}`, 'Content-Type': type },
    ...(method === 'GET' ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

describe('whatever is asked of any call', () => {
  it('it never answers with a fault', async () => {
    const bytes = randomBytesOf('whatever is asked', REQUESTS * 200);
    let at = 0;
    const random = () => bytes.readUInt32LE((at++ * 4) % bytes.length) / 2 ** 32;
    const faults: unknown[] = [];
    for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
      const shots = Array.from({ length: AT_ONCE }, () => randomShot(random));
      const answers = await Promise.all(shots.map(fire));
      answers.forEach(({ status, text }, index) => {
        // Two checks or collections of everything at once: the second is told to wait.
        const isBusy = status === 503 && /\/(check|garbage)\//.test(shots[index]?.address ?? '');
        if (status >= 500 && !isBusy) faults.push({ ...shots[index], status, text });
      });
    }
    expect(faults).toEqual([]);
  });
});

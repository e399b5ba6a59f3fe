/** Every role that a user can have in a library of Ann's, and in one of the department Office. */
export const ROLES = [
  'owner',
  'adminShare',
  'rwShare',
  'rShare',
  'groupMember',
  'departmentAdmin',
  'departmentMember',
  'other',
  'administrator',
  'nobody',
] as const;

export interface Row {
  readonly method: string;
  /** Below the origin; `{id}` is the library. */
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  /** The answers in the order of ROLES: to a library of Ann's, then to one of Office's. */
  readonly toAnns: string;
  readonly toOffice: string;
  /** To a folder of Ann's that is shared with the same people; absent: as to a library of hers. */
  readonly toFolder?: string;
}

// One letter a role: Y it is done or shown, - it is refused (403), ? a caller who is not known is refused.
// Order: owner, admin share, rw share, r share, group member (rw), department admin, department member, other,
// administrator of the server, nobody.
export const NO_COMMIT = 'c'.repeat(40);
export const READ = { toAnns: 'YYYYY----?', toOffice: '-YYYYYY--?' };
const WRITE = { toAnns: 'YYY-Y----?', toOffice: '-YY-YYY--?' };
const SHARE = { toAnns: 'YY-------?', toOffice: '-Y---Y---?' };
const MANAGE = { toAnns: 'Y--------?', toOffice: '-----Y---?' };
/** Managers, and administrators of the server who put things in order. */
const KNOW_OWNER = { toAnns: 'Y-------Y?', toOffice: '-----Y--Y?' };
const NOBODY = { toAnns: '---------?', toOffice: '---------?' };
/** Folders have it from the library around them. */
const NOT_OF_FOLDERS = { toFolder: NOBODY.toAnns };
const OF_WHOLE = { ...MANAGE, ...NOT_OF_FOLDERS };
const ADMINISTER = { toAnns: '--------Y?', toOffice: '--------Y?' };

const WHOLE = '/dir/shared_items/?p=/&share_type=user&username=none@example.com';
type Answers = Pick<Row, 'toAnns' | 'toOffice' | 'toFolder'>;
const get = (path: string, answers: Answers): Row => ({ method: 'GET', path, ...answers });
const post = (path: string, answers: Answers, form: Record<string, string> = {}): Row => ({
  ...{ method: 'POST', path, ...answers, form },
});
const put = (path: string, answers: Answers, form: Record<string, string> = {}): Row => ({
  ...{ method: 'PUT', path, ...answers, form },
});
const remove = (path: string, answers: Answers): Row => ({ method: 'DELETE', path, ...answers });

/**
 * The calls on a library, each with who may. What a call lacks is chosen so that an entitled caller is told about the lack
 * (400, 404) and changes nothing: all roles can make the calls one after the other.
 */
export const ROWS: readonly Row[] = [
  get('/api2/repos/{id}/', READ),
  get('/api/v2.1/repos/{id}/', READ),
  get('/api2/repos/{id}/download-info/', READ),
  get('/api2/repos/{id}/dir/?p=/', READ),
  get('/api2/repos/{id}/thumbnail/?p=/a.txt', READ),
  get('/api/v2.1/repos/{id}/dir/?p=/', READ),
  get('/api/v2.1/repos/{id}/dir/detail/?path=/sub', READ),
  get('/api2/repos/{id}/file/?p=/a.txt', READ),
  get('/api2/repos/{id}/file/detail/?p=/a.txt', READ),
  get('/api/v2.1/repos/{id}/file/?p=/a.txt', READ),
  get('/api/v2.1/repos/{id}/history/', READ),
  get('/api/v2.1/repos/{id}/trash/', READ),
  { method: 'POST', path: '/api/v2.1/repos/{id}/trash/', ...READ },
  get('/api/v2.1/repos/{id}/trash2/', READ),
  get('/api/local/v1/libraries/{id}/', READ),
  get('/api/local/v1/libraries/{id}/entries/', READ),
  get('/api/local/v1/libraries/{id}/history/', READ),
  get('/api2/repos/{id}/dir/shared_items/?p=/', READ),
  get('/api2/repos/{id}/dir/shared_items/?p=/sub', READ),
  get('/api2/repos/{id}/dir/sub_repo/?p=/sub&name=sub', READ),
  get('/api2/repos/{id}/history/', READ),
  get('/api2/repo_history_changes/{id}/?commit_id={commit}', READ),
  get('/api/v2.1/repos/{id}/commits/{head}/', READ),
  get('/api/v2.1/repos/{id}/commits/{head}/dir/?path=/', READ),
  get('/api2/repos/{id}/file/history/?p=/a.txt', READ),
  get('/api2/repos/{id}/file/revision/?p=/a.txt&commit_id={commit}', READ),
  get('/api/v2.1/repos/{id}/file/history/?path=/a.txt', READ),
  get('/api/v2.1/repos/{id}/file/new_history/?path=/a.txt', READ),
  get('/api/v2.1/repos/{id}/zip-task/?parent_dir=/&dirents=sub', READ),
  post('/api/v2.1/repos/{id}/zip-task/', READ, { parent_dir: '/', dirents: 'sub' }),
  get('/api/local/v1/libraries/{id}/commits/{head}/', READ),
  get('/api/local/v1/libraries/{id}/trash/', READ),
  get('/api/local/v1/libraries/{id}/history/search/', READ),
  get('/api/local/v1/libraries/{id}/history/facets/', READ),
  get('/api/local/v1/libraries/{id}/history/activity/', READ),
  get('/api/local/v1/libraries/{id}/moments/', READ),
  get('/api/local/v1/libraries/{id}/moments/entries/?commit={head}', READ),
  get('/api/local/v1/libraries/{id}/pins/', READ),
  get('/api/local/v1/libraries/{id}/erasures/', READ),
  get('/api/local/v1/libraries/{id}/differences/?commit={head}', READ),
  post('/api/local/v1/libraries/{id}/export-link/', READ),
  get('/api/local/v1/libraries/{id}/trash/here/', READ),
  get('/api/local/v1/libraries/{id}/trash/amount/', READ),
  get('/api/local/v1/libraries/{id}/thumbnail/?path=/a.txt', READ),
  get('/api/local/v1/libraries/{id}/unlock/', READ),
  remove('/api/local/v1/libraries/{id}/unlock/', READ),
  get('/api/local/v1/libraries/{id}/recovery-sheet/', READ),
  get('/api/local/v1/libraries/{id}/drive/', READ),
  post('/api/local/v1/libraries/{id}/unlock/', READ, { password: 'none' }),
  post('/api/local/v1/libraries/{id}/items/existing/', READ, { paths: '/a.txt' }),
  post('/api/local/v1/libraries/{id}/items/measure/', READ, { folder: '/', names: 'sub' }),
  post('/api/local/v1/libraries/{id}/zip-link/', READ, { folder: '/', names: 'sub' }),
  get('/api/local/v1/libraries/{id}/versions/?path=/a.txt', READ),
  get('/api/local/v1/libraries/{id}/conflicts/merge/?path=/none', READ),
  get('/api/local/v1/search/?q=a&library={id}', READ),
  post('/api/local/v1/libraries/{id}/download-link/', READ, { path: '/a.txt' }),
  get('/api/v2.1/repos/{id}/file-uploaded-bytes/?parent_dir=/&file_name=x', READ),
  post('/api2/repos/{id}/dir/?p=/sub/made', WRITE, { operation: 'mkdir' }),
  post('/api/v2.1/repos/{id}/dir/?p=/sub/made', WRITE, { operation: 'mkdir' }),
  remove('/api2/repos/{id}/dir/?p=/doomed', WRITE),
  remove('/api/v2.1/repos/{id}/dir/?p=/doomed', WRITE),
  post('/api2/repos/{id}/file/?p=/sub/made.txt', WRITE, { operation: 'create' }),
  post('/api/v2.1/repos/{id}/file/?p=/sub/made.txt', WRITE, { operation: 'create' }),
  remove('/api2/repos/{id}/file/?p=/none', WRITE),
  remove('/api/v2.1/repos/{id}/file/?p=/none', WRITE),
  post('/api2/repos/{id}/fileops/copy/?p=/', WRITE, {
    file_names: 'a.txt',
    dst_repo: '{id}',
    dst_dir: '/sub',
  }),
  post('/api2/repos/{id}/fileops/move/?p=/', WRITE, { file_names: 'a.txt', dst_repo: '{id}', dst_dir: '/' }),
  post('/api2/repos/{id}/fileops/delete/?p=/', WRITE, { file_names: 'none' }),
  put('/api2/repos/{id}/file/revert/', WRITE, { p: '/a.txt', commit_id: '{head}' }),
  put('/api2/repos/{id}/dir/revert/', WRITE, { p: '/sub', commit_id: '{head}' }),
  post('/api/v2.1/repos/{id}/commits/{head}/revert/', MANAGE),
  post('/api/v2.1/repos/{id}/trash/revert-dirents/', WRITE, { commit_id: '{commit}', path: '/none' }),
  post('/api/v2.1/repos/{id}/trash2/revert/', WRITE, { ['0'.repeat(40)]: '/none' }),
  post('/api/local/v1/libraries/{id}/restore/', WRITE, { path: '/none', commit_id: '{commit}' }),
  post('/api/local/v1/libraries/{id}/commits/{head}/undo/', WRITE, { paths: '/none' }),
  post('/api/local/v1/libraries/{id}/moments/restore/', WRITE, { paths: '/none', commit_id: '{head}' }),
  put('/api/local/v1/libraries/{id}/commits/{commit}/pin/', WRITE, { name: 'Kept' }),
  remove('/api/local/v1/libraries/{id}/commits/{head}/pin/', WRITE),
  put('/api/local/v1/libraries/{id}/commits/{commit}/note/', WRITE, { note: 'Mine' }),
  remove('/api/local/v1/libraries/{id}/commits/{head}/note/', WRITE),
  post('/api/local/v1/libraries/{id}/versions/restore/', WRITE, { path: '/none', commit_id: '{commit}' }),
  post('/api/local/v1/libraries/{id}/conflicts/resolve/', WRITE, { path: '/none', keep: 'copy' }),
  post('/api/local/v1/libraries/{id}/conflicts/merge/', WRITE, {
    ...{ path: '/none', original_id: 'none', copy_id: 'none', pieces: 'copy:0-1' },
  }),
  remove('/api/local/v1/libraries/{id}/entries/?path=/none', WRITE),
  post('/api/local/v1/libraries/{id}/items/new-folder/', WRITE, { path: '/sub' }),
  post('/api/local/v1/libraries/{id}/items/rename/', WRITE, { path: '/none', name: 'other' }),
  post('/api/local/v1/libraries/{id}/items/delete/', WRITE, { folder: '/', names: 'none' }),
  post('/api/local/v1/libraries/{id}/items/transfer/', WRITE, {
    ...{ mode: 'copy', folder: '/', names: 'a.txt' },
    ...{ to_library_id: '{id}', to_folder: '/sub' },
  }),
  post('/api/local/v1/libraries/{id}/items/undo/', WRITE, { commit_ids: NO_COMMIT }),
  post('/api/local/v1/libraries/{id}/trash/restore/', WRITE, { ids: '987654321' }),
  post('/api/local/v1/libraries/{id}/upload-link/', WRITE, { path: '/' }),
  remove('/api/local/v1/libraries/{id}/trash/', SHARE),
  post('/api/local/v1/libraries/{id}/trash/purge/', SHARE, { ids: '987654321' }),
  get('/api/local/v1/libraries/{id}/shares/', SHARE),
  get('/api/local/v1/libraries/{id}/share-targets/?text=none', SHARE),
  get('/api/local/v1/libraries/{id}/shares/?path=/sub', SHARE),
  {
    ...put('/api/local/v1/libraries/{id}/shares/', SHARE),
    form: { kind: 'user', id: 'none@example.com', permission: 'r', path: '/sub' },
  },
  remove('/api/local/v1/libraries/{id}/shares/?kind=user&id=none@example.com&path=/sub', SHARE),
  {
    ...put('/api/local/v1/libraries/{id}/shares/', SHARE),
    form: { kind: 'user', id: 'none@example.com', permission: 'r' },
  },
  remove('/api/local/v1/libraries/{id}/shares/?kind=user&id=none@example.com', SHARE),
  // The disk of the server is for its administrators, and only with libraries that they reach as everybody does.
  post('/api/local/v1/libraries/{id}/export/', NOBODY, { path: '/', to: '/none' }),
  { method: 'POST', path: '/api/v2.1/share-links/', json: { repo_id: '{id}', path: '/none' }, ...READ },
  { method: 'POST', path: '/api/v2.1/upload-links/', json: { repo_id: '{id}', path: '/none' }, ...WRITE },
  get('/api2/repos/{id}/upload-link/?p=/', WRITE),
  get('/api2/repos/{id}/update-link/?p=/', WRITE),
  {
    method: 'DELETE',
    path: '/api/v2.1/repos/batch-delete-item/',
    json: { repo_id: '{id}', parent_dir: '/', dirents: ['none'] },
    ...WRITE,
  },
  { method: 'PUT', path: '/api2/repos/{id}/dir/shared_items/?p=/&share_type=user', ...SHARE },
  { method: 'PUT', path: '/api2/repos/{id}/dir/shared_items/?p=/sub&share_type=user', ...SHARE },
  { method: 'POST', path: `/api2/repos/{id}${WHOLE}`, form: { permission: 'r' }, ...SHARE },
  { method: 'DELETE', path: `/api2/repos/{id}${WHOLE}`, ...SHARE },
  {
    method: 'PUT',
    path: '/api/v2.1/shared-repos/{id}/?share_type=personal&user=none@example.com&permission=r',
    ...SHARE,
  },
  {
    method: 'DELETE',
    path: '/api/v2.1/shared-repos/{id}/?share_type=personal&user=none@example.com',
    ...SHARE,
  },
  { method: 'DELETE', path: '/api/v2.1/repos/{id}/trash/', ...SHARE },
  get('/api2/repos/{id}/owner/', KNOW_OWNER),
  get('/api2/repos/{id}/history-limit/', OF_WHOLE),
  post('/api/local/v1/libraries/{id}/erasures/plan/', OF_WHOLE, { path: '/none' }),
  post('/api/local/v1/libraries/{id}/erasures/', OF_WHOLE, { path: '/a', head: '{head}', library_name: 'x' }),
  get('/api/local/v1/libraries/{id}/tokens/', MANAGE),
  post('/api/local/v1/libraries/{id}/tokens/', MANAGE, { name: 'b' }),
  remove('/api/local/v1/libraries/{id}/tokens/?name=none', MANAGE),
  get('/api/v2.1/repos/{id}/repo-api-tokens/', MANAGE),
  post('/api/v2.1/repos/{id}/repo-api-tokens/', MANAGE, { app_name: 'a', permission: 'r' }),
  put('/api/v2.1/repos/{id}/repo-api-tokens/none/', MANAGE, { permission: 'r' }),
  remove('/api/v2.1/repos/{id}/repo-api-tokens/none/', MANAGE),
  put('/api2/repos/{id}/history-limit/', OF_WHOLE, { keep_days: '-1' }),
  { method: 'POST', path: '/api2/repos/{id}/?op=rename', form: { repo_name: 'Same' }, ...MANAGE },
  { method: 'PATCH', path: '/api/local/v1/libraries/{id}/', form: { keep_days: '-1' }, ...OF_WHOLE },
  get('/api/local/v1/libraries/{id}/storage/', { ...KNOW_OWNER, ...NOT_OF_FOLDERS }),
  get('/api/local/v1/libraries/{id}/storage/retention/?keep_days=1', { ...KNOW_OWNER, ...NOT_OF_FOLDERS }),
  get('/api/local/v1/libraries/{id}/storage/folder/', OF_WHOLE),
  get('/api/local/v1/libraries/{id}/storage/largest/', OF_WHOLE),
  get('/api/local/v1/libraries/{id}/storage/growth/', OF_WHOLE),
  get('/api/v2.1/admin/libraries/{id}/', ADMINISTER),
  get('/api/v2.1/admin/libraries/{id}/dirents/', ADMINISTER),
  get('/api/v2.1/admin/libraries/{id}/history-limit/', { ...ADMINISTER, ...NOT_OF_FOLDERS }),
  get('/api/local/v1/libraries/{id}/admin-visits/', MANAGE),
  get('/api/local/v1/admin/libraries/{id}/', ADMINISTER),
  get('/api/local/v1/admin/libraries/{id}/entries/', ADMINISTER),
  remove('/api/local/v1/admin/libraries/{id}/entries/?path=/none', ADMINISTER),
  post('/api/local/v1/admin/libraries/{id}/folders/', ADMINISTER, { path: '/none/made' }),
  post('/api/local/v1/admin/libraries/{id}/download-link/', ADMINISTER, { path: '/none' }),
  {
    ...{ method: 'PATCH', path: '/api/local/v1/admin/libraries/{id}/', form: { keep_days: '-1' } },
    ...{ ...ADMINISTER, ...NOT_OF_FOLDERS },
  },
];

/** Asked after everything else: these end what they are allowed to. */
export const LAST_ROWS: readonly Row[] = [
  put('/api2/repos/{id}/owner/', MANAGE, { owner: 'ben@example.com' }),
  { method: 'DELETE', path: '/api/v2.1/repos/{id}/', ...MANAGE },
  { method: 'DELETE', path: '/api2/repos/{id}/', ...MANAGE },
  { method: 'DELETE', path: '/api/local/v1/libraries/{id}/', ...MANAGE },
];

/**
 * Calls that name a library and are proved elsewhere. A new call on a library needs a row above, or a pattern with its
 * reason here.
 */
export const ELSEWHERE: readonly RegExp[] = [
  /^\/api\/v2.1\/admin\/(trash-)?libraries\//, // nobody but administrators: the tests of administration
  /^\/api\/local\/v1\/admin\//, // nobody but administrators: contract/every-route.test.ts
  /deleted-(repos|libraries)\//, // libraries of the dead: the tests of the trash
  /\/groups\//, // contract/user/groups.test.ts
  /(set-|\/)password\/$/, // nothing for plain libraries: contract/user/set-password.test.ts, local/library-passwords.test.ts
  /sharing\/received/, // everybody gives up but the own share
  /beshared-repos/, // everybody gives up but the own share
  /^\/seafhttp\/repo\//, // by the token of a device: main/http/sync/refusals.test.ts
  /\/devices\//, // everybody has their own: main/http/local-devices.test.ts
];

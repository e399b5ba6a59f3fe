/** What a client asks on the notification connection. */
export interface NotificationRequest {
  readonly type: 'subscribe' | 'unsubscribe';
  readonly libraries: readonly { readonly id: string; readonly token: string }[];
}

/**
 * Reads a message of a client. Null: a kind that is not known here, from a client newer than this server.
 * @throws SyntaxError when it is none at all
 */
export function parseNotificationRequest(text: string): NotificationRequest | null {
  const message = membersOf(JSON.parse(text));
  const { type } = message;
  if (type !== 'subscribe' && type !== 'unsubscribe') return null;
  const { repos } = membersOf(message['content']);
  if (!Array.isArray(repos)) throw new SyntaxError('no list of libraries');
  return { type, libraries: repos.map(libraryOf) };
}

function libraryOf(value: unknown): { id: string; token: string } {
  const { id, jwt_token: token = '' } = membersOf(value);
  if (typeof id !== 'string' || typeof token !== 'string') throw new SyntaxError('no library');
  return { id, token };
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/** Tells that the head of a library moved. */
export function repoUpdate(libraryId: string, commitId: string): string {
  return JSON.stringify({ type: 'repo-update', content: { repo_id: libraryId, commit_id: commitId } });
}

/** Tells that the token for a library is too old: the client fetches another and subscribes again. */
export function tokenExpired(libraryId: string): string {
  return JSON.stringify({ type: 'jwt-expired', content: { repo_id: libraryId } });
}

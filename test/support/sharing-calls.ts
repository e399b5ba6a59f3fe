import { outcome } from './admin-calls.ts';
import type { TestApp } from './running-app.ts';

/** Opening libraries to others, as a test needs it done: it must succeed. */
export function sharingCalls(app: () => TestApp) {
  const wellDone = async (
    method: string,
    path: string,
    options: { token: string; form?: Record<string, string> },
  ) => {
    const answer = await app().call(method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };

  return {
    shareWithUser: (token: string, id: string, email: string, permission = 'rw') =>
      wellDone('PUT', `/api2/repos/${id}/dir/shared_items/?p=/`, {
        token,
        form: { share_type: 'user', username: email, permission },
      }),
    shareWithGroup: (token: string, id: string, groupId: number, permission = 'rw') =>
      wellDone('PUT', `/api2/repos/${id}/dir/shared_items/?p=/`, {
        token,
        form: { share_type: 'group', group_id: String(groupId), permission },
      }),
    /** Number of a new group of the caller. */
    makeGroup: async (token: string, name: string): Promise<number> => {
      const made = await wellDone('POST', '/api/v2.1/groups/', { token, form: { name } });
      return (made as { id: number }).id;
    },
    addMember: (token: string, groupId: number, email: string) =>
      wellDone('POST', `/api/v2.1/groups/${groupId}/members/`, { token, form: { email } }),
    /** Token of a new share link. */
    makeLink: async (token: string, form: Record<string, string>): Promise<string> => {
      const made = await wellDone('POST', '/api/v2.1/share-links/', { token, form });
      return (made as { token: string }).token;
    },
    /** Whether the library opens for a user, and how. */
    permissionOf: async (token: string, id: string): Promise<string> => {
      const { status, body } = outcome(await app().call('GET', `/api2/repos/${id}/`, { token }));
      return status === 200 ? (body as { permission: string }).permission : String(status);
    },
  };
}

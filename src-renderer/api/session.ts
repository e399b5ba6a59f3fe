import type {
  AccountJson,
  ChangedPasswordJson,
  ChangePasswordJson,
  CommandsJson,
  OwnPasswordJson,
  SessionJson,
  SessionRequestJson,
  StatusJson,
} from '../../src-shared/session-api.ts';
import type { HttpClient } from './http-client.ts';

export function createSessionApi(http: HttpClient) {
  return {
    signIn: (request: SessionRequestJson) => http.request<SessionJson>('POST', 'session/', { body: request }),
    signOut: () => http.request<{ success: true }>('DELETE', 'session/'),
    /** For ten minutes, what asks for the password again is done. */
    givePassword: (password: string) =>
      http.request<{ success: true }>('POST', 'session/password/', { body: { password } }),
    account: () => http.request<AccountJson>('GET', 'account/'),
    password: () => http.request<OwnPasswordJson>('GET', 'account/password/'),
    changePassword: (request: ChangePasswordJson) =>
      http.request<ChangedPasswordJson>('PUT', 'account/password/', { body: request }),
    /** Needs no token. */
    commands: () => http.request<CommandsJson>('GET', 'commands/'),
    status: () => http.request<StatusJson>('GET', 'status/'),
  };
}

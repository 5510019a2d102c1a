import { paths } from '../paths';
import { markPasswordDue, type PasswordDue } from './password-due';

/** The session a mailed link brought along behind the #. */
export interface LinkSession {
  accessToken: string;
  refreshToken: string;
  due: PasswordDue | null;
}

let linkSession: LinkSession | null = null;

/** The path decides; where a link had to lead elsewhere, what kind of link it was. */
function dueAt(pathname: string, type: string | null): PasswordDue | null {
  if (pathname === paths.resetPassword.pattern) return 'reset';
  if (pathname === paths.createPassword.pattern) return 'create';
  return type === 'recovery' ? 'reset' : type === 'invite' ? 'create' : null;
}

/**
 * Takes the session of a mailed link out of the address, where it must not stay for a moment: it could be copied, logged and shared.
 * That the session owes a password is noted before, so that a reload finds it. Called once, before anything else.
 */
export function takeSessionFromUrl(): void {
  const { hash, pathname, search } = window.location;
  const said = new URLSearchParams(hash.slice(1));
  const refreshToken = said.get('refresh_token');
  const accessToken = said.get('access_token') ?? '';
  if (!refreshToken && !accessToken) return;
  const due = dueAt(pathname, said.get('type'));
  if (due) markPasswordDue(accessToken, due);
  window.history.replaceState(window.history.state, '', pathname + search);
  if (refreshToken) linkSession = { accessToken, refreshToken, due };
}

/** What the link brought, until it is a session of its own. */
export const pendingLinkSession = (): LinkSession | null => linkSession;

/** The link's session is open, or could not be. */
export const clearLinkSession = (): void => {
  linkSession = null;
};

import { paths, safeRedirect, type FactorDue, type PasswordDue } from '@paperplane/shared/platform';
import type { RouteAccess } from './route-table';

/** As far as the guard is concerned, a person is one of these. */
export type Person = 'visitor' | 'inactive' | 'member' | 'admin' | 'resetting' | 'joining' | 'confirming';

interface AuthFacts {
  isAuthenticated: boolean;
  isActive: boolean;
  isAdmin: boolean;
  /** A session that must set a password first is confined to the page that does it (docs/product/platform.md, Navigation guard). */
  passwordDue?: PasswordDue | null;
  /** Before that, a session that owes a second factor is asked for it wherever it goes. */
  factorDue?: FactorDue | null;
}

export const personOf = ({
  isAuthenticated,
  isActive,
  isAdmin,
  passwordDue,
  factorDue,
}: AuthFacts): Person => {
  if (factorDue) return 'confirming';
  if (passwordDue) return passwordDue === 'reset' ? 'resetting' : 'joining';
  if (!isAuthenticated) return 'visitor';
  if (!isActive) return 'inactive';
  return isAdmin ? 'admin' : 'member';
};

type Verdict = 'allow' | 'confirm' | 'login' | 'dashboard' | 'inactive' | 'reset' | 'create';

/** Who must give a code first is asked for it in the place of the page; who must set a password stays on that page. */
const CONFIRM = { confirming: 'confirm' } as const;
const DUE = { resetting: 'reset', joining: 'create', ...CONFIRM } as const;

/** The navigation guard (docs/product/platform.md, Navigation guard), one cell for each kind of route and person. */
export const GUARD: Record<RouteAccess, Record<Person, Verdict>> = {
  open: {
    visitor: 'allow',
    inactive: 'allow',
    member: 'allow',
    admin: 'allow',
    resetting: 'allow',
    joining: 'allow',
    confirming: 'allow',
  },
  guest: { visitor: 'allow', inactive: 'inactive', member: 'dashboard', admin: 'dashboard', ...DUE },
  reset: {
    visitor: 'allow',
    inactive: 'inactive',
    member: 'dashboard',
    admin: 'dashboard',
    resetting: 'allow',
    joining: 'create',
    ...CONFIRM,
  },
  create: {
    visitor: 'allow',
    inactive: 'inactive',
    member: 'dashboard',
    admin: 'dashboard',
    resetting: 'reset',
    joining: 'allow',
    ...CONFIRM,
  },
  inactive: { visitor: 'allow', inactive: 'allow', member: 'dashboard', admin: 'dashboard', ...DUE },
  user: { visitor: 'login', inactive: 'inactive', member: 'allow', admin: 'allow', ...DUE },
  admin: { visitor: 'login', inactive: 'inactive', member: 'dashboard', admin: 'allow', ...DUE },
};

/** `redirect` null: the second factor is asked for here, and the page shown behind it. */
export type Decision = { allow: true } | { allow: false; redirect: string | null };

/** Where somebody wants to go: path with query and hash, as typed. */
export interface Target {
  pathname: string;
  search?: string;
  hash?: string;
}

/**
 * Decides whether a person may open a route, and where they go instead.
 * Whoever is signed in and stands on `/login?redirect=…` goes to that path: this is how signing in ends.
 * @param target the full requested path; it is kept in `?redirect=` for the way back
 */
export function decide(access: RouteAccess, auth: AuthFacts, target: Target): Decision {
  const verdict = GUARD[access][personOf(auth)];
  if (verdict === 'allow') return { allow: true };
  if (verdict === 'confirm') return { allow: false, redirect: null };
  if (verdict === 'inactive') return { allow: false, redirect: paths.inactive.href() };
  if (verdict === 'reset') return { allow: false, redirect: paths.resetPassword.href() };
  if (verdict === 'create') return { allow: false, redirect: paths.createPassword.href() };
  const { pathname, search = '', hash = '' } = target;
  if (verdict === 'login') {
    return { allow: false, redirect: paths.login.href({ redirect: pathname + search + hash }) };
  }
  const wanted = pathname === paths.login.pattern ? new URLSearchParams(search).get('redirect') : null;
  return { allow: false, redirect: safeRedirect(wanted) };
}

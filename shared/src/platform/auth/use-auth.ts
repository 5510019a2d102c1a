import { displayName, initials, isAdmin, isAgent, isOwner, type AppError } from '../../domain';
import { useAppSelector } from '../hooks';
import type { CurrentUser } from './auth-slice';
import type { FactorDue } from './factor-due';
import type { PasswordDue } from './password-due';

/** Who is signed in and what follows from it. */
export interface Auth {
  user: CurrentUser | null;
  loading: boolean;
  initialized: boolean;
  error: AppError | null;
  isAuthenticated: boolean;
  /** A mailed link opened this session, and it stays on the page that sets a password. Nobody is signed in meanwhile. */
  passwordDue: PasswordDue | null;
  /** What is owed of a second factor before anything else. Nobody is signed in meanwhile. */
  factorDue?: FactorDue | null;
  /** The address the session belongs to, also while something is due. */
  sessionEmail: string;
  isActive: boolean;
  isOwner: boolean;
  isAdmin: boolean;
  isAgent: boolean;
  displayName: string;
  userInitials: string;
  organizationId: string | null;
  organizationName: string;
}

export function useAuth(): Auth {
  const { user, session, passwordDue, factorDue, loading, initialized, error } = useAppSelector(
    (state) => state.auth,
  );
  return {
    user,
    loading,
    initialized,
    error,
    isAuthenticated: session !== null && user !== null,
    passwordDue,
    factorDue: factorDue ?? null,
    sessionEmail: session?.email ?? '',
    isActive: user?.isActive ?? false,
    isOwner: isOwner(user?.role),
    isAdmin: isAdmin(user?.role),
    isAgent: isAgent(user?.role),
    displayName: user ? displayName(user) : '',
    userInitials: user ? initials(user) : '',
    organizationId: user?.organizationId ?? null,
    organizationName: user?.organization.name ?? '',
  };
}

/**
 * The signed-in person, for pages behind the guard.
 * @throws Error outside the guard
 */
export function useCurrentUser(): CurrentUser {
  const { user } = useAuth();
  if (!user) throw new Error('useCurrentUser needs a signed-in user');
  return user;
}

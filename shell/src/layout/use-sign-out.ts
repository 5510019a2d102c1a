import { useCallback } from 'react';
import { paths, signOut, useNavigate } from '@paperplane/shared/platform';

/** Ends the session and goes to the login page, without a path to return to (spec section 4: sign-out). */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  }, [navigate]);
}

import { useState, type ReactNode } from 'react';
import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import { hasUnsavedChanges, paths, signOut, useNavigate, useToast } from '@paperplane/shared/platform';
import { useLazy } from '@paperplane/shared/ui';

const loadQuestion = () => import(/* webpackChunkName: "sign-out-dialog" */ './sign-out-dialog');

/**
 * Ends the session and goes to the login page, without a path to return to. Asks first where something has been
 * typed and not saved, because signing out deletes drafts, too.
 * @returns `signOut`, and the question to render beside what calls it
 */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const { part, fetch } = useLazy(loadQuestion);

  const leave = async () => {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  };
  const ask = async () => {
    if (await fetch()) setAsking(true);
    else toast.error(ERROR_MESSAGES.NETWORK);
  };
  return {
    signOut: () => void (hasUnsavedChanges() ? ask() : leave()),
    question: isAsking && part && <part.SignOutDialog onSignOut={leave} onStay={() => setAsking(false)} />,
  };
}

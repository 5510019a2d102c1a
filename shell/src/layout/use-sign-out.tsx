import { useState, type ReactNode } from 'react';
import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import {
  hasUnsavedChanges,
  paths,
  signOut,
  unsavedElsewhere,
  useNavigate,
  useToast,
} from '@paperplane/shared/platform';
import { useLazy } from '@paperplane/shared/ui';

const loadQuestion = () => import(/* webpackChunkName: "sign-out-dialog" */ './sign-out-dialog');

/**
 * Ends the session and goes to the login page, without a path to return to. Asks first where something has been
 * typed and not saved, here or in another tab, because signing out deletes drafts, too.
 * @returns `signOut`, and the question to render beside what calls it
 */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const toast = useToast();
  const [asked, setAsked] = useState<{ here: boolean; elsewhere: string[] } | null>(null);
  const { part, fetch } = useLazy(loadQuestion);

  const leave = async () => {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  };
  const begin = async () => {
    const lost = { here: hasUnsavedChanges(), elsewhere: await unsavedElsewhere() };
    if (!lost.here && lost.elsewhere.length === 0) return leave();
    if (await fetch()) setAsked(lost);
    else toast.error(ERROR_MESSAGES.NETWORK);
  };
  return {
    signOut: () => void begin(),
    question: asked && part && (
      <part.SignOutDialog {...asked} onSignOut={leave} onStay={() => setAsked(null)} />
    ),
  };
}

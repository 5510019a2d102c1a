import { useState, type ComponentType, type ReactNode } from 'react';
import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import { hasUnsavedChanges, paths, signOut, useNavigate, useToast } from '@paperplane/shared/platform';
import type { SignOutDialogProps } from './sign-out-dialog';

/**
 * Ends the session and goes to the login page, without a path to return to (spec section 4: sign-out). Asks first where something has been
 * typed and not saved, because signing out deletes drafts, too.
 * @returns `signOut`, and the question to render beside what calls it
 */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const toast = useToast();
  const [Question, setQuestion] = useState<ComponentType<SignOutDialogProps> | null>(null);

  const leave = async () => {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  };
  const ask = () =>
    import(/* webpackChunkName: "sign-out-dialog" */ './sign-out-dialog').then(
      ({ SignOutDialog }) => setQuestion(() => SignOutDialog),
      () => toast.error(ERROR_MESSAGES.NETWORK),
    );
  return {
    signOut: () => void (hasUnsavedChanges() ? ask() : leave()),
    question: Question && <Question onSignOut={leave} onStay={() => setQuestion(null)} />,
  };
}

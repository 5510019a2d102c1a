import { useNavigate, useToast } from '@paperplane/shared/platform';
import { useCallback } from 'react';

/** After a save: says so and goes to the record. The form leaves the history, so Back does not open it again. */
export function useSavedRedirect() {
  const navigate = useNavigate();
  const toast = useToast();
  return useCallback(
    (to: string, title: string, text?: string) => {
      toast.success(title, text);
      void navigate(to, { replace: true });
    },
    [navigate, toast],
  );
}

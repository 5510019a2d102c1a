import { displayMessage } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { useEffect, useState } from 'react';
import { takeRevealed, useRevealPassportMutation } from '../passports-api';

/** How long a number stays on screen, in milliseconds. */
export const REVEALED_FOR = 30_000;

/**
 * Shows the number of one passport at a time. It is kept here and nowhere else, and goes by itself: after a while, when the page is left,
 * and when the window is put behind another one.
 */
export function useReveal(customerId: string) {
  const [shown, setShown] = useState<{ id: string; number: string } | null>(null);
  const [waitingFor, setWaitingFor] = useState<string | null>(null);
  const [reveal, { reset }] = useRevealPassportMutation();
  const toast = useToast();

  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(null);
    const onVisibility = () => document.visibilityState === 'hidden' && hide();
    const timer = setTimeout(hide, REVEALED_FOR);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [shown]);

  async function toggle(passportId: string) {
    if (waitingFor) return;
    if (shown?.id === passportId) {
      setShown(null);
      return;
    }
    setShown(null);
    setWaitingFor(passportId);
    try {
      const number = takeRevealed(await reveal({ customerId, passportId }).unwrap());
      if (number) setShown({ id: passportId, number });
    } catch (error) {
      toast.error('The number was not revealed', displayMessage(error));
    } finally {
      reset();
      setWaitingFor(null);
    }
  }

  return { shown, waitingFor, toggle: (passportId: string) => void toggle(passportId) };
}

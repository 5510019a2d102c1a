import { useSearchParams, useToast } from '@paperplane/shared/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFinishBankVisitMutation } from './bank-accounts-api';

/** What a bank puts into the address when it sends somebody back. */
const PARAMS = ['state', 'code', 'error', 'error_description'] as const;

/**
 * Ends what was begun at a bank: takes what the bank said out of the address at once, and asks the server to finish.
 * @param onConnected the connection whose accounts are to be linked
 * @returns true while the server asks the bank
 */
export function useBankReturn(onConnected: (connectionId: string) => void): boolean {
  const [params, setParams] = useSearchParams();
  const [finish, { isLoading }] = useFinishBankVisitMutation();
  const toast = useToast();
  const taken = useRef('');
  const state = params.get('state');

  const take = useEffectEvent(async (of: string) => {
    // Development mounts twice; a code is good once.
    if (taken.current === of) return;
    taken.current = of;
    const code = params.get('code');
    const refused = params.get('error_description') ?? params.get('error');
    const rest = new URLSearchParams(params);
    for (const name of PARAMS) rest.delete(name);
    setParams(rest, { replace: true });
    if (!code) return toast.error('The bank was not connected', refused ?? 'Nothing was agreed at the bank.');
    try {
      const { connectionId } = await finish({ state: of, code }).unwrap();
      onConnected(connectionId);
    } catch (error) {
      toast.error('The bank was not connected', error);
    }
  });
  useEffect(() => {
    if (state) void take(state);
  }, [state]);
  return isLoading;
}

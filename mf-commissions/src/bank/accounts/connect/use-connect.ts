import { isAppError } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { useRef, useState } from 'react';
import type { BankConnection, BankProvider } from '../../bank-types';
import {
  useBeginBankConnectionMutation,
  useClaimSetupTokenMutation,
  useVisitBankMutation,
} from '../bank-accounts-api';
import { readSetupToken, tokenIn } from './setup-token';

/** A connection that was begun too long ago, or is gone. */
const TOO_OLD = new Set(['connection_not_begun', 'connection_not_found']);

/**
 * What is typed to connect a bank, and the tries. A try that failed keeps its connection: the next one goes on with it.
 * @param renewed what needs a new token or consent
 * @param onClaimed a token was taken: its connection waits for where its accounts go
 */
export function useConnect(renewed: BankConnection | null, onClaimed: (connectionId: string) => void) {
  const [token, setToken] = useState('');
  const [country, setCountry] = useState('');
  const [bank, setBank] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [tokenError, setTokenError] = useState<string | null>(null);
  const [bankError, setBankError] = useState<string | null>(null);
  /** What belongs to no field. */
  const [failure, setFailure] = useState<unknown>(null);
  const begun = useRef<Partial<Record<BankProvider, string>>>({});
  const [begin] = useBeginBankConnectionMutation();
  const [claimToken] = useClaimSetupTokenMutation();
  const [visitBank] = useVisitBankMutation();
  const { send, notice, renew } = useRequestKey();

  async function connectionOf(provider: BankProvider): Promise<string> {
    const known = begun.current[provider];
    if (known) return known;
    const { connectionId } = await send((requestKey) =>
      begin({ provider, requestKey, ...(renewed && { connectionId: renewed.id }) }).unwrap(),
    );
    renew();
    begun.current[provider] = connectionId;
    return connectionId;
  }

  /** Runs a try with its connection. What the provider refused is said at its field; what belongs to none is not. */
  async function attempt(
    provider: BankProvider,
    run: (connectionId: string) => Promise<void>,
    onRefused: (words: string) => void,
  ) {
    setFailure(null);
    setBusy(true);
    try {
      const connectionId = await connectionOf(provider);
      await run(connectionId).catch((error: unknown) => {
        const code = isAppError(error) ? error.refusal?.code : undefined;
        if (!isAppError(error) || !code) throw error;
        // The next try begins anew.
        if (TOO_OLD.has(code)) begun.current[provider] = undefined;
        setBusy(false);
        onRefused(error.userMessage);
      });
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ToldFailure)) setFailure(error);
    }
  }

  async function claim() {
    const reading = readSetupToken(token);
    if (!reading) return setTokenError('Paste the setup token.');
    if ('problem' in reading) return;
    setTokenError(null);
    await attempt(
      'simplefin',
      async (connectionId) => {
        await claimToken({ connectionId, token: tokenIn(token) }).unwrap();
        onClaimed(connectionId);
      },
      setTokenError,
    );
  }

  async function visit() {
    if (!bank) return setBankError('Choose a bank.');
    setBankError(null);
    await attempt(
      'enable_banking',
      async (connectionId) => {
        const { visit: address } = await visitBank({
          connectionId,
          institution: bank,
          country,
          returnUrl: location.origin + paths.bankAccounts.href(),
        }).unwrap();
        if (address) location.assign(address);
      },
      setBankError,
    );
  }

  return {
    token,
    country,
    bank,
    busy,
    tokenError,
    bankError,
    failure,
    notice,
    typeToken: (typed: string) => {
      setToken(typed);
      setTokenError(null);
    },
    chooseCountry: (code: string) => {
      setCountry(code);
      setBank(null);
    },
    chooseBank: (name: string | null) => {
      setBank(name);
      setBankError(null);
    },
    claim,
    visit,
  };
}

import { useState } from 'react';
import type { AccountOnPage, BankConnection } from '../../bank-types';
import './connect.css';
import { LinkStep } from './link-step';
import { ProviderStep } from './provider-step';

interface ConnectDialogProps {
  /** Ours, to which accounts of the bank may go. */
  accounts: readonly AccountOnPage[];
  /** What needs a new token or consent; null for a new connection. */
  renewed: BankConnection | null;
  /** A connection whose accounts are to be linked: the second step at once. */
  connectionId: string | null;
  onClose: () => void;
}

/** Connects a bank in two steps: the way in, then where each account goes. */
export function ConnectDialog({ accounts, renewed, connectionId, onClose }: ConnectDialogProps) {
  const [claimedId, setClaimedId] = useState(connectionId);
  return claimedId ? (
    <LinkStep connectionId={claimedId} accounts={accounts} onClose={onClose} />
  ) : (
    <ProviderStep renewed={renewed} onClaimed={setClaimedId} onClose={onClose} />
  );
}

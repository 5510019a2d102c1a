import { displayMessage, plural } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ConfirmDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { AccountOnPage, BankConnection } from '../bank-types';
import { accountText } from '../parts/bank-words';
import { useDisconnectBankConnectionMutation } from './bank-accounts-api';

interface DisconnectDialogProps {
  connection: Pick<BankConnection, 'id'>;
  /** How the bank is called. */
  bank: string;
  /** The accounts that come by it. */
  accounts: readonly AccountOnPage[];
  onClose: () => void;
}

/** Asks before a connection is removed: the secret cannot be had back, what came stays. */
export function DisconnectDialog({ connection, bank, accounts, onClose }: DisconnectDialogProps) {
  const [disconnect, { isLoading }] = useDisconnectBankConnectionMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const toast = useToast();
  const lines = accounts.reduce((sum, { lineCount }) => sum + lineCount, 0);
  const stays = `${plural(lines, 'line')} ${lines === 1 ? 'stays' : 'stay'}`;
  const confirm = async () => {
    setFailure(null);
    try {
      await disconnect(connection.id).unwrap();
      toast.done(`${bank} disconnected`, `The secret is forgotten, ${stays}. Connect a bank brings it back.`);
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <ConfirmDialog
      title={`Disconnect ${bank}?`}
      confirmLabel="Disconnect"
      cancelLabel="Keep connection"
      busy={isLoading}
      error={failure ? displayMessage(failure) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        The secret is forgotten, {stays}.{' '}
        {accounts.length > 0 &&
          `${accounts.map(accountText).join(', ')} ${accounts.length === 1 ? 'comes' : 'come'} by file from then on. `}
        To connect again you need a new token, or to sign in at the bank.
      </p>
    </ConfirmDialog>
  );
}

import { Button, Dialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankAccount } from '../import/bank-import-api';
import { AccountDialog } from './account-dialog';
import { AccountsList, AddAccount } from './accounts-list';

/** The bank accounts, over the inbox. One that is changed or added takes their place until that is done. */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const [changed, setChanged] = useState<BankAccount | 'new' | null>(null);
  if (changed)
    return <AccountDialog account={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />;
  return (
    <Dialog
      title="Accounts"
      subtitle="An account opens its transactions and its imports."
      onCloseRequest={onClose}
      footer={
        <>
          <AddAccount onAdd={() => setChanged('new')} />
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <AccountsList onChange={setChanged} onOpen={onClose} />
    </Dialog>
  );
}

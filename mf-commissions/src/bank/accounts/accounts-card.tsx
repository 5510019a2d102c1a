import { Card } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankAccount } from '../import/bank-import-api';
import { AccountDialog } from './account-dialog';
import { AccountsList, AddAccount } from './accounts-list';

/** The bank accounts on a page. */
export function AccountsCard() {
  const [changed, setChanged] = useState<BankAccount | 'new' | null>(null);
  return (
    <>
      <Card title="Accounts" action={<AddAccount size="sm" onAdd={() => setChanged('new')} />} padded={false}>
        <AccountsList onChange={setChanged} />
      </Card>
      {changed && (
        <AccountDialog account={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />
      )}
    </>
  );
}

import { TextField } from '@paperplane/shared/ui';
import { useEffect, useRef } from 'react';
import type { NewAccount } from '../import/bank-import-api';
import './account-fields.css';

interface AccountFieldsProps {
  account: NewAccount;
  onType: (account: NewAccount) => void;
  /** What the database says of the name. */
  nameError: string | null;
}

/** What is known of an account: one that is added with an import, or is changed. */
export function AccountFields({ account, onType, nameError }: AccountFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (nameError) fields.current?.querySelector('input')?.focus();
  }, [nameError]);
  return (
    <div className="bank-account" ref={fields}>
      <TextField
        label="Name of the account"
        name="accountName"
        maxLength={100}
        value={account.name}
        error={nameError ?? undefined}
        onChange={(event) => onType({ ...account, name: event.target.value })}
      />
      <TextField
        label="Bank"
        name="institution"
        optional
        maxLength={100}
        value={account.institution}
        onChange={(event) => onType({ ...account, institution: event.target.value })}
      />
      <TextField
        label="Last four digits"
        name="lastFour"
        optional
        maxLength={4}
        value={account.lastFour}
        onChange={(event) => onType({ ...account, lastFour: event.target.value })}
      />
    </div>
  );
}

import { SelectField, TextField } from '@paperplane/shared/ui';
import { useEffect, useRef } from 'react';
import type { StatementSummary } from '../../files/engine/engine';
import { useGetBankAccountsQuery, type BankAccount, type NewAccount } from '../bank-import-api';

/** `Harbour Operating ••4410`. */
export const accountName = ({ name, lastFour }: Pick<BankAccount, 'name' | 'lastFour'>): string =>
  lastFour ? `${name} ••${lastFour}` : name;

/** What a file says of an account that is not here yet. */
export function proposedAccount(statement: StatementSummary | undefined): NewAccount {
  const digits = (statement?.account ?? '').replace(/\W/g, '');
  return {
    name: '',
    institution: statement?.institution ?? '',
    lastFour: /^.*\d{4}$/.test(digits) ? digits.slice(-4) : '',
  };
}

/** The account a file is imported to: one that is here, or a new one. */
export function AccountChoice(props: { accountId: string; onChoose: (accountId: string) => void }) {
  const { data: accounts = [] } = useGetBankAccountsQuery();
  const options = accounts.map((account) => ({ value: account.id, label: accountName(account) }));
  return (
    <SelectField
      label="Account"
      name="account"
      value={props.accountId}
      options={[...options, { value: '', label: 'New account' }]}
      onChange={(event) => props.onChoose(event.target.value)}
    />
  );
}

interface NewAccountFieldsProps {
  added: NewAccount;
  onType: (account: NewAccount) => void;
  /** What the database says of the name. */
  nameError: string | null;
}

/** What is known of an account that is added with the import. */
export function NewAccountFields({ added, onType, nameError }: NewAccountFieldsProps) {
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
        value={added.name}
        error={nameError ?? undefined}
        onChange={(event) => onType({ ...added, name: event.target.value })}
      />
      <TextField
        label="Bank"
        name="institution"
        optional
        maxLength={100}
        value={added.institution}
        onChange={(event) => onType({ ...added, institution: event.target.value })}
      />
      <TextField
        label="Last four digits"
        name="lastFour"
        optional
        maxLength={4}
        value={added.lastFour}
        onChange={(event) => onType({ ...added, lastFour: event.target.value })}
      />
    </div>
  );
}

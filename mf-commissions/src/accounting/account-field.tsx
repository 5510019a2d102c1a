import { displayMessage } from '@paperplane/shared/domain';
import { Combobox } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useMapJournalAccountMutation } from './accounting-api';
import { accountLabel } from './account-words';
import type { JournalAccount, JournalFormat } from './accounting-types';
import { lacks, mappedText, readAccount } from './mapped-account';

interface AccountFieldProps {
  account: JournalAccount;
  format: JournalFormat;
  datevLength: number;
  /** What the agency has called its accounts so far. */
  known: readonly string[];
  /** Only owners choose. */
  readOnly: boolean;
  /** Of the place on the page: a table, or a list on a phone. */
  name: string;
}

/** Chooses, beside its amounts, which account of the bookkeeping one of the journal is: one that is known, or what is typed. */
export function AccountField({ account, format, datevLength, known, readOnly, name }: AccountFieldProps) {
  const [map, { isLoading, error }] = useMapJournalAccountMutation();
  const [typed, setTyped] = useState('');
  const { number, name: called } = account;
  const chosen = number === null && called === null ? null : mappedText({ number, name: called });
  const matching = known.filter((text) => text.toLowerCase().includes(typed.trim().toLowerCase()));
  const isNew =
    typed.trim() !== '' && !known.some((text) => text.toLowerCase() === typed.trim().toLowerCase());
  const counts = account.debit !== 0 || account.credit !== 0;
  const lacking = counts ? lacks(account, format, datevLength) : null;

  const choose = (text: string | null) => {
    const { number: newNumber, name: newName } = readAccount(text ?? '');
    void map({
      account: account.account,
      ...(account.bankAccountId !== null && { bankAccountId: account.bankAccountId }),
      ...(newNumber !== null && { number: newNumber }),
      ...(newName !== null && { name: newName }),
    });
  };

  return (
    <div className="journal-account">
      <Combobox<string>
        label={`Account for ${accountLabel(account)}`}
        name={`${name}-${account.bankAccountId ?? account.account}`}
        items={isNew ? [...matching, typed.trim()] : matching}
        itemKey={(text) => text}
        itemText={(text) => text}
        renderItem={(text) => (
          <span className="pp-grow">{known.includes(text) ? text : `Use “${text}”`}</span>
        )}
        selected={chosen}
        onSelect={(text) => {
          if (text !== chosen) choose(text);
        }}
        onSearch={setTyped}
        loading={isLoading}
        readOnly={readOnly}
        placeholder={readOnly ? 'No account yet' : 'Choose an account'}
        emptyText="Type its number and its name"
        error={error ? displayMessage(error) : chosen === null && !readOnly ? null : lacking}
      />
    </div>
  );
}

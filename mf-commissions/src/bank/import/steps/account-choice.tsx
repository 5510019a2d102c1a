import { SelectField, TextField } from '@paperplane/shared/ui';
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

interface AccountChoiceProps {
  accountId: string;
  onChoose: (accountId: string) => void;
  added: NewAccount;
  onType: (account: NewAccount) => void;
}

/** The account a file is imported to: one that is here, or a new one. */
export function AccountChoice({ accountId, onChoose, added, onType }: AccountChoiceProps) {
  const { data: accounts = [] } = useGetBankAccountsQuery();
  const options = accounts.map((account) => ({ value: account.id, label: accountName(account) }));
  return (
    <div className="bank-account">
      <SelectField
        label="Account"
        name="account"
        value={accountId}
        options={[...options, { value: '', label: 'New account' }]}
        onChange={(event) => onChoose(event.target.value)}
      />
      {accountId === '' && (
        <>
          <TextField
            label="Name of the account"
            name="accountName"
            maxLength={100}
            value={added.name}
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
        </>
      )}
    </div>
  );
}

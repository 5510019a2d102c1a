import { SelectField } from '@paperplane/shared/ui';
import type { StatementSummary } from '../../files/engine/engine';
import { accountText } from '../../parts/bank-words';
import { useGetBankAccountsQuery, type NewAccount } from '../bank-import-api';

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
  const options = accounts.map((account) => ({ value: account.id, label: accountText(account) }));
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

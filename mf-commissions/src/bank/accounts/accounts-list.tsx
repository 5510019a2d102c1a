import { daysUntil, describeDays, displayMessage, formatDay, today } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Button, ErrorState, IconButton, Landmark, Pencil, Plus, Skeleton } from '@paperplane/shared/ui';
import { useGetBankAccountsQuery, type BankAccount } from '../import/bank-import-api';
import { accountText } from '../parts/bank-words';
import './accounts.css';

interface AccountsListProps {
  onChange: (account: BankAccount) => void;
  /** An account was opened: the inbox shows its transactions and imports. */
  onOpen?: () => void;
}

/** The agency's bank accounts: how far each is, and the way to its transactions and imports. */
export function AccountsList({ onChange, onOpen }: AccountsListProps) {
  const accounts = useGetBankAccountsQuery();
  if (accounts.isError && !accounts.data)
    return (
      <ErrorState
        title="Accounts did not load"
        message={displayMessage(accounts.error)}
        onRetry={() => void accounts.refetch()}
      />
    );
  if (accounts.data?.length === 0)
    return <p className="bank-accounts-none">None yet. The first file adds the account it is of.</p>;
  return (
    <ul className="bank-accounts" aria-label="Bank accounts">
      {accounts.data?.map((account) => (
        <AccountRow key={account.id} {...{ account, onOpen }} onChange={() => onChange(account)} />
      )) ?? (
        <li>
          <Skeleton width="100%" height={48} />
        </li>
      )}
    </ul>
  );
}

/** The way to a new account. */
export const AddAccount = ({ onAdd, size }: { onAdd: () => void; size?: 'sm' }) => (
  <Button variant="ghost" size={size} icon={<Plus className="pp-i pp-i-14" />} onClick={onAdd}>
    Add account
  </Button>
);

interface AccountRowProps extends Pick<AccountsListProps, 'onOpen'> {
  account: BankAccount;
  onChange: () => void;
}

function AccountRow({ account, onChange, onOpen }: AccountRowProps) {
  const now = today(useCurrentUser().organization.timeZone);
  const facts = [account.institution, account.currency, account.hasMapping && 'columns remembered'];
  return (
    <li>
      <span className="pp-tile" aria-hidden="true">
        <Landmark className="pp-i" />
      </span>
      <span>
        <Link to={`${paths.bank.href()}?view=all&accountId=${account.id}`} onClick={onOpen}>
          {accountText(account)}
        </Link>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {account.through && (
        <span className="end">
          <b>through {formatDay(account.through)}</b>
          <small>{describeDays(daysUntil(account.through, now) ?? 0)}</small>
        </span>
      )}
      <IconButton label={`Change ${accountText(account)}`} onClick={onChange}>
        <Pencil className="pp-i" />
      </IconButton>
    </li>
  );
}

import { displayMessage, type IsoDate } from '@paperplane/shared/domain';
import { VendorAndDateFilters } from '@paperplane/shared/records';
import { FilterPicker, FilterSearch, Landmark, type FilterOptions } from '@paperplane/shared/ui';
import type { BankQuery } from '../bank-api';
import type { BankRow } from '../bank-types';
import { useGetBankAccountsQuery, type BankAccount } from '../import/bank-import-api';
import { accountText } from '../parts/bank-words';
import type { BankValues } from './bank-query';

interface BankFiltersProps {
  query: BankQuery;
  set: (changes: Partial<BankValues>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the account and the vendor of a link. */
  rows: readonly BankRow[] | undefined;
  today: IsoDate;
}

/** The accounts, by what is typed. There are few: all are asked for at once. */
function useAccountOptions(search: string): FilterOptions<BankAccount> {
  const { data = [], isFetching, error, refetch } = useGetBankAccountsQuery();
  const wanted = search.trim().toLowerCase();
  return {
    items: data.filter((account) => accountText(account).toLowerCase().includes(wanted)),
    loading: isFetching,
    error: error ? displayMessage(error) : null,
    retry: () => void refetch(),
  };
}

/** Search, account, vendor and dates. */
export function BankFilters({ query, set, rows, today }: BankFiltersProps) {
  const { accountId, vendorId, search } = query;
  const account = rows?.find((row) => row.account.id === accountId)?.account;
  const vendor = rows?.find((row) => row.vendor?.id === vendorId)?.vendor ?? null;
  return (
    <div className="pp-filters">
      <FilterSearch label="Search transactions" finds="Text or amount" hotkey="/" search={search} set={set} />
      <FilterPicker<BankAccount>
        label="Account"
        icon={<Landmark className="pp-i" />}
        selected={accountId}
        selectedText={account ? accountText(account) : accountId && 'One account'}
        useOptions={useAccountOptions}
        itemKey={({ id }) => id}
        itemText={accountText}
        searchLabel="Search accounts"
        finds="Account name"
        emptyText="No account found"
        onSelect={({ id }) => set({ accountId: id })}
        onClear={() => set({ accountId: '' })}
      />
      <VendorAndDateFilters {...{ query, set, vendor, today }} isThere={rows !== undefined} dates="Date" />
    </div>
  );
}

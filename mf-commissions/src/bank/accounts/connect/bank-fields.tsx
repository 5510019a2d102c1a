import { displayMessage } from '@paperplane/shared/domain';
import { Combobox, SelectField } from '@paperplane/shared/ui';
import { useMemo, useState } from 'react';
import { useGetBankInstitutionsQuery } from '../bank-accounts-api';
import { bankCountries } from './countries';

interface BankFieldsProps {
  country: string;
  bank: string | null;
  error: string | null;
  onCountry: (country: string) => void;
  onBank: (bank: string | null) => void;
}

/** Of some hundred banks: more is typed to find the others. */
const SHOWN = 50;

/** A bank of a country, where one signs in. */
export function BankFields({ country, bank, error, onCountry, onBank }: BankFieldsProps) {
  const countries = useMemo(() => bankCountries(), []);
  const banks = useGetBankInstitutionsQuery(country, { skip: country === '' });
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const names = banks.currentData?.institutions.map(({ name }) => name) ?? [];
  return (
    <>
      <SelectField
        label="Country"
        name="country"
        placeholder="Choose a country"
        options={countries}
        value={country}
        onChange={(event) => onCountry(event.target.value)}
      />
      {country && (
        <Combobox<string>
          key={country}
          label="Bank"
          name="bank"
          placeholder="Search by name"
          items={names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, SHOWN)}
          itemKey={(name) => name}
          itemText={(name) => name}
          selected={bank}
          onSelect={onBank}
          onSearch={setSearch}
          loading={banks.isFetching}
          emptyText="No bank found"
          error={banks.error ? displayMessage(banks.error) : error}
        />
      )}
    </>
  );
}

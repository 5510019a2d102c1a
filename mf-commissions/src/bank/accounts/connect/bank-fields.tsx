import { displayMessage } from '@paperplane/shared/domain';
import { Combobox, findTexts, SelectField } from '@paperplane/shared/ui';
import { useMemo } from 'react';
import { useGetBankInstitutionsQuery } from '../bank-accounts-api';
import { bankCountries } from './countries';

interface BankFieldsProps {
  country: string;
  bank: string | null;
  error: string | null;
  onCountry: (country: string) => void;
  onBank: (bank: string | null) => void;
}

/** A bank of a country, where one signs in. */
export function BankFields({ country, bank, error, onCountry, onBank }: BankFieldsProps) {
  const countries = useMemo(() => bankCountries(), []);
  const banks = useGetBankInstitutionsQuery(country, { skip: country === '' });
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
          items={banks.currentData?.institutions.map(({ name }) => name) ?? []}
          itemKey={(name) => name}
          itemText={(name) => name}
          selected={bank}
          onSelect={onBank}
          find={findTexts}
          loading={banks.isFetching}
          emptyText="No bank found"
          error={banks.error ? displayMessage(banks.error) : error}
        />
      )}
    </>
  );
}

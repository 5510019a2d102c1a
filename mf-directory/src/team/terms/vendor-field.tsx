import { Combobox, useDebouncedValue } from '@paperplane/shared/ui';
import { useState, type Ref } from 'react';
import { useFindVendorsByNameQuery } from './terms-api';
import type { ChosenVendor } from './version-schema';

interface VendorFieldProps {
  name: string;
  selected: ChosenVendor | null;
  onSelect: (vendor: ChosenVendor | null) => void;
  onBlur: () => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Finds a vendor by name. */
export function VendorField({ error, ...input }: VendorFieldProps) {
  const [search, setSearch] = useState('');
  const term = useDebouncedValue(search.trim());
  const { data = [], isFetching } = useFindVendorsByNameQuery(term);
  return (
    <Combobox<ChosenVendor>
      {...input}
      {...(error === undefined ? {} : { error })}
      label="Vendor"
      placeholder="Search by vendor name"
      items={data.map(({ id, name }) => ({ id, name }))}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      onSearch={setSearch}
      loading={isFetching || term !== search.trim()}
      emptyText={term ? `Nothing matches “${term}”.` : 'There is nothing to choose.'}
    />
  );
}

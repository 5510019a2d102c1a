import { useVendorOptions, type VendorChoice } from '@paperplane/shared/platform';
import { Combobox, VendorLogo } from '@paperplane/shared/ui';
import { useState } from 'react';

interface VendorComboboxProps {
  label: string;
  name?: string;
  selected: VendorChoice | null;
  onSelect: (vendor: VendorChoice | null) => void;
  error?: string | undefined;
}

/** One of the agency's vendors, found while typing; that they cannot be asked for is told before any other error. */
export function VendorCombobox({ error, ...rest }: VendorComboboxProps) {
  const [search, setSearch] = useState('');
  const vendors = useVendorOptions(search);
  return (
    <Combobox<VendorChoice>
      {...rest}
      items={vendors.items}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={(each) => (
        <>
          <VendorLogo vendor={each} size="sm" />
          <span className="pp-grow pp-trunc">{each.name}</span>
        </>
      )}
      onSearch={setSearch}
      loading={vendors.loading}
      emptyText="No vendor found"
      error={vendors.error ?? error}
    />
  );
}

import { displayName } from '@paperplane/shared/domain';
import { Avatar, Combobox, useDebouncedValue, MediaObject } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useListCustomersQuery } from './customers-api';
import type { CustomerListItem } from './customer';
import { OPENING } from './list/customers-list';

interface CustomerPickerProps {
  /** "Companion". */
  label: string;
  name: string;
  selected: CustomerListItem | null;
  onSelect: (customer: CustomerListItem | null) => void;
  /** Who is no choice: the customer of the page, and those who are there already. */
  except: readonly string[];
  error?: string;
}

/** Finds a customer by anything the list finds them by; who is archived is not offered. */
export function CustomerPicker({ label, name, selected, onSelect, except, error }: CustomerPickerProps) {
  const [search, setSearch] = useState('');
  const term = useDebouncedValue(search.trim());
  const { data, isFetching } = useListCustomersQuery({ ...OPENING, search: term });
  return (
    <Combobox<CustomerListItem>
      label={label}
      name={name}
      placeholder="Search name, email or phone"
      error={error}
      items={(data?.rows ?? []).filter(({ id }) => !except.includes(id))}
      itemKey={({ id }) => id}
      itemText={(customer) => displayName(customer)}
      renderItem={(customer) => (
        <MediaObject
          media={<Avatar person={customer} size="sm" />}
          name={displayName(customer)}
          meta={customer.email ?? customer.phone}
        />
      )}
      prefix={selected && <Avatar person={selected} size="sm" />}
      selected={selected}
      onSelect={onSelect}
      onSearch={setSearch}
      loading={isFetching || term !== search.trim()}
      emptyText={term ? `No customer matches “${term}”.` : 'Nobody else to choose.'}
    />
  );
}

import { displayName } from '@paperplane/shared/domain';
import {
  Avatar,
  Combobox,
  fieldId,
  IconButton,
  MediaObject,
  X,
  useDebouncedValue,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { CustomerOption } from '../sale';
import { useSearchCustomersQuery } from '../sale-form-api';
import { usePrefetchIntent } from './use-prefetch-intent';
import type { SaleEditor } from './use-sale-editor';

interface TravelersFieldProps {
  editor: SaleEditor;
  onCreate: (typed: string) => void;
}

/** Who travels beside the customer: customers, too, collected one by one. */
export function TravelersField({ editor, onCreate }: TravelersFieldProps) {
  const { form, picked, addTraveler, removeTraveler } = editor;
  const [search, setSearch] = useState('');
  const { hasIntent, intentProps } = usePrefetchIntent();
  const term = useDebouncedValue(search.trim());
  // Shared with the customer's picker as long as both show the same list.
  const { data = [], isFetching } = useSearchCustomersQuery(term, { skip: !hasIntent });
  const taken = new Set([picked.customer?.id, ...picked.travelers.map(({ id }) => id)]);
  const free = data.filter(({ id }) => !taken.has(id));

  return (
    <div className="sale-form-travelers" {...intentProps}>
      <Combobox<CustomerOption>
        name="travelerIds"
        label="Also traveling"
        optional
        placeholder="Search by name or email"
        error={form.formState.errors.travelerIds?.message}
        items={free}
        itemKey={(customer) => customer.id}
        itemText={(customer) => displayName(customer)}
        renderItem={(customer) => (
          <MediaObject
            media={<Avatar person={customer} size="sm" />}
            name={displayName(customer)}
            meta={customer.email}
          />
        )}
        selected={null}
        onSelect={(customer) => customer && addTraveler(customer)}
        emptyOnSelect
        onSearch={setSearch}
        onCreate={data.length === 0 ? onCreate : undefined}
        loading={isFetching || term !== search.trim()}
        emptyText={term && data.length === 0 ? `No customer matches “${term}”.` : 'Nobody else to add.'}
      />
      {picked.travelers.length > 0 && (
        <ul className="sale-form-chips" aria-label="Also traveling">
          {picked.travelers.map((traveler) => (
            <li key={traveler.id} className="sale-form-chip">
              <Avatar person={traveler} size="xs" />
              <span className="pp-trunc">{displayName(traveler)}</span>
              <IconButton
                size="xs"
                label={`Remove ${displayName(traveler)}`}
                onClick={() => {
                  removeTraveler(traveler.id);
                  // The button goes with its chip; the focus stays in the field.
                  document.getElementById(fieldId('travelerIds'))?.focus();
                }}
              >
                <X className="pp-i pp-i-14" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

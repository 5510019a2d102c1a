import { displayName } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { Avatar, Combobox, Who } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { CustomerOption } from '../sale';
import { useSearchCustomersQuery } from '../sales-api';
import { useSettled } from './use-settled';
import type { SaleForm } from './use-sale-form';

interface CustomerPickerProps {
  form: SaleForm;
  /** Whom the sale has now. */
  initial: CustomerOption | null;
}

/** Finds the customer by name or e-mail, in the database: an agency may have more than a list can hold. */
export function CustomerPicker({ form, initial }: CustomerPickerProps) {
  const [chosen, setChosen] = useState(initial);
  const [search, setSearch] = useState('');
  const term = useSettled(search.trim());
  const { data = [], isFetching } = useSearchCustomersQuery(term);

  return (
    <Controller
      control={form.control}
      name="customerId"
      render={({ field, fieldState }) => (
        <Combobox<CustomerOption>
          ref={field.ref}
          name={field.name}
          label="Customer"
          placeholder="Search by name or email"
          error={fieldState.error?.message}
          items={data}
          itemKey={(customer) => customer.id}
          itemText={(customer) => displayName(customer)}
          renderItem={(customer) => (
            <Who
              media={<Avatar person={customer} size="sm" />}
              name={displayName(customer)}
              meta={customer.email}
            />
          )}
          prefix={chosen && <Avatar person={chosen} size="sm" />}
          selected={chosen}
          onSelect={(customer) => {
            setChosen(customer);
            field.onChange(customer?.id ?? '');
            // Emptied on the way out: the field has been left, so it is checked.
            if (customer) form.clearErrors('customerId');
            else void form.trigger('customerId');
          }}
          onSearch={setSearch}
          loading={isFetching}
          emptyText={
            term ? `No customer matches “${term}”.` : 'No customers yet. Add one under Customers first.'
          }
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

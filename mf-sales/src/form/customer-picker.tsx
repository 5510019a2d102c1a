import { displayName, type SaleStatus } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { Avatar, Combobox, MediaObject, useDebouncedValue } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { CustomerOption } from '../sale';
import { useSearchCustomersQuery } from '../sale-form-api';
import { usePrefetchIntent } from './use-prefetch-intent';
import type { SaleEditor } from './use-sale-editor';

interface CustomerPickerProps {
  editor: SaleEditor;
  /** The status in which the reader may not change the customer any more. */
  lockedAs: SaleStatus | null;
  /** The dialog has the focus: the field has not been left. */
  creating: boolean;
  /** Opens the dialog for a new customer. @param typed what was searched for in vain, or nothing */
  onCreate: (typed: string) => void;
}

/** Finds the customer by name or e-mail, in the database: an agency may have more than a list can hold. */
export function CustomerPicker({ editor, lockedAs, creating, onCreate }: CustomerPickerProps) {
  const { form, picked, chooseCustomer } = editor;
  const [search, setSearch] = useState('');
  const { hasIntent, intentProps } = usePrefetchIntent();
  const term = useDebouncedValue(search.trim());
  const { data = [], isFetching } = useSearchCustomersQuery(term, { skip: lockedAs !== null || !hasIntent });

  return (
    <div {...intentProps}>
      <Controller
        control={form.control}
        name="customerId"
        render={({ field, fieldState }) => (
          <Combobox<CustomerOption>
            ref={field.ref}
            name={field.name}
            label="Customer"
            labelAction={
              !lockedAs && (
                <button type="button" className="pp-link" onClick={() => onCreate('')}>
                  New customer
                </button>
              )
            }
            readOnly={lockedAs !== null}
            hint={lockedAs && `Only an admin can change the customer of a ${lockedAs} sale.`}
            placeholder="Search by name or email"
            error={fieldState.error?.message}
            items={data}
            itemKey={(customer) => customer.id}
            itemText={(customer) => displayName(customer)}
            renderItem={(customer) => (
              <MediaObject
                media={<Avatar person={customer} size="sm" />}
                name={displayName(customer)}
                meta={customer.email}
              />
            )}
            prefix={picked.customer && <Avatar person={picked.customer} size="sm" />}
            selected={picked.customer}
            onSelect={chooseCustomer}
            onSearch={setSearch}
            onCreate={lockedAs ? undefined : onCreate}
            loading={isFetching || term !== search.trim()}
            emptyText={term ? `No customer matches “${term}”.` : 'No customers yet. Type a name to add one.'}
            onBlur={creating ? undefined : field.onBlur}
          />
        )}
      />
    </div>
  );
}

import { formatPercent } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { useAuth } from '@paperplane/shared/platform';
import { Combobox, VendorLogo, useDebouncedValue } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { VendorOption } from '../sale';
import { useSearchVendorsQuery } from '../sale-form-api';
import { usePrefetchIntent } from './use-prefetch-intent';
import type { SaleEditor } from './use-sale-editor';

interface VendorPickerProps {
  editor: SaleEditor;
  /** The dialog has the focus: the field has not been left. */
  creating: boolean;
  readOnly: boolean;
  /** Opens the dialog for a new vendor; for admins, who alone may add one. */
  onCreate: (typed: string) => void;
}

/** Finds the vendor by name; the choice says what rate the vendor usually pays. */
export function VendorPicker({ editor, readOnly, creating, onCreate }: VendorPickerProps) {
  const { form, picked, chooseVendor } = editor;
  const { isAdmin } = useAuth();
  const [search, setSearch] = useState('');
  const { hasIntent, intentProps } = usePrefetchIntent();
  const term = useDebouncedValue(search.trim());
  const { data = [], isFetching } = useSearchVendorsQuery(term, { skip: readOnly || !hasIntent });
  const creates = isAdmin && !readOnly;
  const none = isAdmin
    ? 'No vendors yet. Type a name to add one.'
    : 'No vendors yet. An admin adds them under Vendors.';

  return (
    <div {...intentProps}>
      <Controller
        control={form.control}
        name="vendorId"
        render={({ field, fieldState }) => (
          <Combobox<VendorOption>
            ref={field.ref}
            name={field.name}
            label="Vendor"
            labelAction={
              creates && (
                <button type="button" className="pp-link" onClick={() => onCreate('')}>
                  New vendor
                </button>
              )
            }
            placeholder="Search by vendor name"
            error={fieldState.error?.message}
            readOnly={readOnly}
            items={data}
            itemKey={(vendor) => vendor.id}
            itemText={(vendor) => vendor.name}
            renderItem={(vendor) => (
              <>
                <VendorLogo vendor={vendor} size="sm" />
                <span className="pp-grow">{vendor.name}</span>
                {vendor.defaultCommissionRate !== null && (
                  <span className="pp-muted pp-sm">{formatPercent(vendor.defaultCommissionRate)}</span>
                )}
              </>
            )}
            prefix={picked.vendor && <VendorLogo vendor={picked.vendor} size="sm" />}
            selected={picked.vendor}
            onSelect={chooseVendor}
            onSearch={setSearch}
            onCreate={creates ? onCreate : undefined}
            loading={isFetching || term !== search.trim()}
            emptyText={term ? `No vendor matches “${term}”.` : none}
            onBlur={creating ? undefined : field.onBlur}
          />
        )}
      />
    </div>
  );
}

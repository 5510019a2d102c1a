import { formatPercent } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { Combobox, VendorLogo } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { VendorOption } from '../sale';
import { useSearchVendorsQuery } from '../sales-api';
import { useSettled } from './use-settled';
import type { SaleForm } from './use-sale-form';

interface VendorPickerProps {
  form: SaleForm;
  chosen: VendorOption | null;
  onChoose: (vendor: VendorOption | null) => void;
  readOnly: boolean;
}

/** Finds the vendor by name; the choice says what rate the vendor usually pays. */
export function VendorPicker({ form, chosen, onChoose, readOnly }: VendorPickerProps) {
  const [search, setSearch] = useState('');
  const term = useSettled(search.trim());
  const { data = [], isFetching } = useSearchVendorsQuery(term, { skip: readOnly });

  return (
    <Controller
      control={form.control}
      name="vendorId"
      render={({ field, fieldState }) => (
        <Combobox<VendorOption>
          ref={field.ref}
          name={field.name}
          label="Vendor"
          placeholder="Choose a vendor"
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
          prefix={chosen && <VendorLogo vendor={chosen} size="sm" />}
          selected={chosen}
          onSelect={(vendor) => {
            field.onChange(vendor?.id ?? '');
            // Emptied on the way out: the field has been left, so it is checked.
            if (vendor) form.clearErrors('vendorId');
            else void form.trigger('vendorId');
            onChoose(vendor);
          }}
          onSearch={setSearch}
          loading={isFetching}
          emptyText={
            term ? `No vendor matches “${term}”.` : 'No vendors yet. An admin adds them under Vendors.'
          }
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

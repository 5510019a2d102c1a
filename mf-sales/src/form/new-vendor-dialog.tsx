import { useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, PercentField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { VendorOption } from '../sale';
import { useAddVendorOptionMutation } from '../sale-form-api';
import { keeperOf, type NewRecord } from './new-record';
import { vendorSchema, type CheckedVendor, type VendorTexts } from './record-schemas';

interface NewVendorDialogProps {
  record: Extract<NewRecord, { kind: 'vendor' }>;
  draft: Omit<Draft, 'read' | 'open'>;
  onCreated: (vendor: VendorOption) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'defaultCommissionRate', 'email'] as const;

/** Adds a vendor from the sale form (admins only), which is chosen there at once and brings its rate along. */
export function NewVendorDialog({ record, draft, onCreated, onClose }: NewVendorDialogProps) {
  const [add] = useAddVendorOptionMutation();
  const toast = useToast();
  const [blank] = useState<VendorTexts>({
    name: 'typed' in record ? record.typed : '',
    defaultCommissionRate: '',
    email: '',
  });
  const { field, dialog } = useDialogForm<VendorTexts, CheckedVendor>({
    schema: vendorSchema,
    blank,
    fields: FIELDS,
    restored: 'texts' in record ? record.texts : null,
    draft: keeperOf(draft, (texts) => ({ kind: 'vendor', texts })),
    save: async (input, send) => {
      const vendor = await send((requestKey) => add({ input, requestKey }).unwrap());
      toast.success(`${vendor.name} is now a vendor`);
      onCreated(vendor);
    },
  });

  return (
    <FormDialog
      title="New vendor"
      subtitle="Added to your vendors, and chosen for this sale."
      submitLabel="Add vendor"
      failedTitle="Vendor not added"
      {...dialog}
      onClose={onClose}
    >
      <div className="full">
        <TextField label="Name" autoComplete="off" {...field('name')} />
      </div>
      <PercentField
        label="Default commission rate"
        optional
        hint="A new sale starts with it."
        {...field('defaultCommissionRate')}
      />
      <TextField label="Email" type="email" optional autoComplete="off" {...field('email')} />
    </FormDialog>
  );
}

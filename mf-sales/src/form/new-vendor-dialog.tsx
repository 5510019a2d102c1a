import { applyServerError, useForm, valibotResolver } from '@paperplane/shared/forms';
import { useToast } from '@paperplane/shared/platform';
import { PercentField, TextField } from '@paperplane/shared/ui';
import type { VendorOption } from '../sale';
import { useAddVendorOptionMutation } from '../sale-form-api';
import { RecordDialog } from './record-dialog';
import { vendorSchema, type CheckedVendor, type VendorTexts } from './record-schemas';

interface NewVendorDialogProps {
  /** What was searched for in vain. */
  typed: string;
  onCreated: (vendor: VendorOption) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'defaultCommissionRate', 'email'] as const;

/** Adds a vendor from the sale form (admins only), which is chosen there at once and brings its rate along. */
export function NewVendorDialog({ typed, onCreated, onClose }: NewVendorDialogProps) {
  const [add] = useAddVendorOptionMutation();
  const toast = useToast();
  const { register, handleSubmit, setError, formState } = useForm<VendorTexts, unknown, CheckedVendor>({
    defaultValues: { name: typed, defaultCommissionRate: '', email: '' },
    resolver: valibotResolver(vendorSchema),
    mode: 'onTouched',
  });
  const { errors, isDirty, isSubmitting } = formState;

  const save = handleSubmit(async (input) => {
    try {
      const vendor = await add(input).unwrap();
      toast.success(`${vendor.name} is now a vendor`);
      onCreated(vendor);
    } catch (error) {
      applyServerError(error, FIELDS, setError);
    }
  });

  return (
    <RecordDialog
      title="New vendor"
      subtitle="Added to your vendors, and chosen for this sale."
      submitLabel="Add vendor"
      failure={errors.root?.['server']?.message}
      failedTitle="Vendor not added"
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className="full">
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      </div>
      <PercentField
        label="Default commission rate"
        optional
        hint="A new sale starts with it."
        error={errors.defaultCommissionRate?.message}
        {...register('defaultCommissionRate')}
      />
      <TextField
        label="Email"
        type="email"
        optional
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
    </RecordDialog>
  );
}

import { FormSection, TextField } from '@paperplane/shared/ui';
import type { SaleDetail, VendorOption } from '../sale';
import { AgentField } from './agent-field';
import { CustomerPicker } from './customer-picker';
import type { SaleForm } from './use-sale-form';
import { VendorPicker } from './vendor-picker';

interface BookingSectionProps {
  form: SaleForm;
  sale: SaleDetail | undefined;
  vendor: VendorOption | null;
  onChooseVendor: (vendor: VendorOption | null) => void;
  /** Vendor and agent may not change any more. */
  locked: boolean;
}

/** Who is traveling, and who sells the trip. */
export function BookingSection({ form, sale, vendor, onChooseVendor, locked }: BookingSectionProps) {
  return (
    <FormSection title="Booking" hint="Who is traveling, and who sells the trip.">
      <div className="pp-formgrid">
        <div className="full">
          <CustomerPicker form={form} initial={sale?.customer ?? null} />
        </div>
        <VendorPicker form={form} chosen={vendor} onChoose={onChooseVendor} readOnly={locked} />
        <TextField
          label="Booking reference"
          hint="As printed on the vendor’s confirmation."
          autoComplete="off"
          error={form.formState.errors.bookingReference?.message}
          {...form.field('bookingReference')}
        />
        <div className="full">
          <AgentField form={form} current={sale?.agent ?? null} readOnly={locked} />
        </div>
      </div>
    </FormSection>
  );
}

import type { VendorChoice } from '@paperplane/shared/platform';
import { FormDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankVendor } from '../bank-types';
import { VendorCombobox } from '../parts/vendor-combobox';

interface VendorDialogProps {
  vendor: BankVendor | null;
  busy: boolean;
  onChoose: (vendor: VendorChoice) => void;
  onClose: () => void;
}

/** Says which vendor paid; Paperplane knows this payer from then on. */
export function VendorDialog({ vendor, busy, onChoose, onClose }: VendorDialogProps) {
  const [chosen, setChosen] = useState<VendorChoice | null>(vendor);
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title="Who paid?"
      subtitle="Later transactions of this payer are read as this vendor’s, too."
      submitLabel="Save vendor"
      busy={busy}
      dirty={chosen?.id !== vendor?.id}
      onSubmit={() => (chosen ? onChoose(chosen) : setRefused(true))}
      onClose={onClose}
      stacked
    >
      <VendorCombobox
        label="Vendor"
        name="vendorId"
        selected={chosen}
        onSelect={setChosen}
        error={refused && !chosen ? 'Choose a vendor.' : undefined}
      />
    </FormDialog>
  );
}

import { useVendorOptions, type VendorChoice } from '@paperplane/shared/platform';
import { Combobox, FormDialog, VendorLogo } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankVendor } from '../bank-types';

interface VendorDialogProps {
  vendor: BankVendor | null;
  busy: boolean;
  onChoose: (vendor: VendorChoice) => void;
  onClose: () => void;
}

/** Says which vendor paid; Paperplane knows this payer from then on. */
export function VendorDialog({ vendor, busy, onChoose, onClose }: VendorDialogProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<VendorChoice | null>(vendor);
  const [refused, setRefused] = useState(false);
  const { items, loading, error } = useVendorOptions(search);
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
      <Combobox<VendorChoice>
        label="Vendor"
        name="vendorId"
        items={items}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
        renderItem={(each) => (
          <>
            <VendorLogo vendor={each} size="sm" />
            <span className="pp-grow pp-trunc">{each.name}</span>
          </>
        )}
        selected={chosen}
        onSelect={setChosen}
        onSearch={setSearch}
        loading={loading}
        emptyText="No vendor found"
        error={error ?? (refused && !chosen ? 'Choose a vendor.' : undefined)}
      />
    </FormDialog>
  );
}

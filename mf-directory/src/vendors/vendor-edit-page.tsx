import { Link, paths, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { RecordGate } from '../parts/record-gate';
import { useSaved } from '../parts/use-saved';
import { useGetVendorProfileQuery, useSaveVendorMutation } from '../vendors-api';
import type { Vendor } from './vendor';
import { VendorForm } from './vendor-form';

/** /vendors/:id/edit */
export default function VendorEditPage() {
  const { id = '' } = useParams();
  const query = useGetVendorProfileQuery(id);
  return (
    <RecordGate label="Vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} query={query}>
      {({ vendor }) => <EditVendor key={vendor.id} vendor={vendor} />}
    </RecordGate>
  );
}

function EditVendor({ vendor }: { vendor: Vendor }) {
  const [update] = useSaveVendorMutation();
  const saved = useSaved();
  const detail = paths.vendor.href(vendor.id);
  return (
    <>
      <PageHead title="Edit vendor" back={{ to: detail, label: vendor.name }} link={Link} />
      <VendorForm
        vendor={vendor}
        save={async (input, logo) => {
          await update({ id: vendor.id, input, logoPath: vendor.logoPath, ...logo }).unwrap();
          return detail;
        }}
        onSaved={(to, name) => saved(to, 'Changes saved', name)}
        submitLabel="Save changes"
        purpose="save these changes"
        failedTitle="Changes not saved"
        cancelTo={detail}
        note="A new name shows on every sale with this vendor. A new default rate counts for new sales only; new payment days also for commissions still unpaid."
      />
    </>
  );
}

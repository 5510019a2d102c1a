import { Link, paths, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useGetVendorQuery, useUpdateVendorMutation, type Vendor } from '../vendors-api';
import { RecordForm } from '../parts/record-form';
import { RecordGate } from '../parts/record-gate';
import { useSaved } from '../parts/use-saved';
import { vendorForm, vendorTexts } from './vendor-form';

/** /vendors/:id/edit */
export default function VendorEditPage() {
  const { id = '' } = useParams();
  const query = useGetVendorQuery(id);
  return (
    <RecordGate label="Vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} query={query}>
      {(vendor) => <EditVendor key={vendor.id} vendor={vendor} />}
    </RecordGate>
  );
}

function EditVendor({ vendor }: { vendor: Vendor }) {
  const [update] = useUpdateVendorMutation();
  const saved = useSaved();
  const detail = paths.vendor.href(vendor.id);
  return (
    <>
      <PageHead title="Edit vendor" back={{ to: detail, label: vendor.name }} link={Link} />
      <RecordForm
        spec={vendorForm}
        initial={vendorTexts(vendor)}
        save={async (input) => {
          await update({ id: vendor.id, input }).unwrap();
          saved(detail, 'Changes saved', input.name);
        }}
        submitLabel="Save changes"
        purpose="save these changes"
        failedTitle="Changes not saved"
        cancelTo={detail}
        note="A new name shows on every sale with this vendor. A new default rate counts for new sales only."
      />
    </>
  );
}

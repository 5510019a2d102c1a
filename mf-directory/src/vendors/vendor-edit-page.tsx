import { Link, paths, useLeaveGuard, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useDraftOfRecord, type DraftOfForm } from '../parts/draft-of-record';
import { LeaveQuestion } from '../parts/leave-question';
import { RecordGate } from '../parts/record-gate';
import { useSaved } from '../parts/use-saved';
import { useGetVendorProfileQuery, useSaveVendorMutation } from '../vendors-api';
import { useVendorEditor } from './use-vendor-editor';
import type { Vendor } from './vendor';
import { VendorForm } from './vendor-form';
import { VENDOR_RULES, vendorTexts, type VendorTexts } from './vendor-schema';

/** /vendors/:id/edit */
export default function VendorEditPage() {
  const { id = '' } = useParams();
  const query = useGetVendorProfileQuery(id);
  return (
    <RecordGate label="Vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} query={query}>
      {({ vendor }) => <EditWithDraft key={vendor.id} vendor={vendor} />}
    </RecordGate>
  );
}

function EditWithDraft({ vendor }: { vendor: Vendor }) {
  // As it was when the form was opened: a refetch behind it must not replace what is being typed.
  const [opened, setOpened] = useState(vendor);
  const form = useDraftOfRecord<VendorTexts, Vendor>({
    name: `vendor-edit.${vendor.id}`,
    rules: VENDOR_RULES,
    onDiscard: () => setOpened(vendor),
  });
  const back = { to: paths.vendor.href(vendor.id), label: vendor.name };
  return (
    <>
      <PageHead title="Edit vendor" back={back} link={Link} />
      {form((found) => (
        <EditedVendor {...found} vendor={opened} />
      ))}
    </>
  );
}

interface EditedVendorProps extends DraftOfForm<VendorTexts, Vendor> {
  vendor: Vendor;
}

function EditedVendor({ vendor, draft, restored, banner }: EditedVendorProps) {
  const [before] = useState(restored?.opened ?? vendor);
  const [start] = useState(() => vendorTexts(before));
  const editor = useVendorEditor({ start, opened: before, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);
  const [update] = useSaveVendorMutation();
  const saved = useSaved();
  const detail = paths.vendor.href(vendor.id);
  return (
    <>
      <VendorForm
        editor={editor}
        savedLogo={vendor.logoUrl}
        save={async (input) => {
          await update({ id: vendor.id, input, logoPath: vendor.logoPath }).unwrap();
          draft.discard();
          letGo();
          saved(detail, 'Changes saved', input.name);
        }}
        words={{
          submitLabel: 'Save changes',
          purpose: 'save these changes',
          failedTitle: 'Changes not saved',
          cancelTo: detail,
          note: 'A new name shows on every sale with this vendor. A new default rate counts for new sales only; new payment days also for commissions still unpaid.',
        }}
        banner={banner}
      />
      <LeaveQuestion what="This vendor" asking={asking} draft={draft} />
    </>
  );
}

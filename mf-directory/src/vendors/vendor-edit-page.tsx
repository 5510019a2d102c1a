import { Link, paths, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useDraftOfRecord, type DraftOfForm } from '../parts/draft-of-record';
import { LeaveQuestion } from '../parts/leave-question';
import { RecordGate } from '../parts/record-gate';
import { useEditedRecord } from '../parts/use-edited-record';
import { useFresh } from '../parts/use-fresh';
import { useSaved } from '../parts/use-saved';
import { useGetVendorProfileQuery, useUpdateVendorMutation } from '../vendors-api';
import type { TypedVendor, Vendor } from './vendor';
import { VendorForm } from './vendor-form';
import { changesOfVendor } from './vendor-rows';
import { VENDOR_RULES, vendorTexts, type VendorTexts } from './vendor-schema';

const loadConflict = () =>
  import(/* webpackChunkName: "lazy-conflict" */ './vendor-conflict').then((module) => module.VendorConflict);

/** /vendors/:id/edit: starts from the vendor as it is now. */
export default function VendorEditPage() {
  const { id = '' } = useParams();
  const query = useFresh(id, useGetVendorProfileQuery(id, { refetchOnMountOrArgChange: true }));
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
  const [update] = useUpdateVendorMutation();
  const saved = useSaved();
  const detail = paths.vendor.href(vendor.id);
  const { editor, asking, before, save, conflict } = useEditedRecord<VendorTexts, TypedVendor, Vendor>({
    rules: VENDOR_RULES,
    record: vendor,
    draft,
    restored,
    valuesOf: vendorTexts,
    update: async (was, input) =>
      !input.logo && Object.keys(changesOfVendor(was, input)).length === 0
        ? { saved: true }
        : update({ before: was, after: input }).unwrap(),
    onSaved: (input) => saved(detail, 'Changes saved', input.name),
    loadConflict,
  });
  return (
    <>
      <VendorForm
        editor={editor}
        savedLogo={before.logoUrl}
        save={save}
        words={{
          submitLabel: 'Save changes',
          purpose: 'save these changes',
          failedTitle: 'Changes not saved',
          cancelTo: detail,
          note: 'A new name shows on every sale with this vendor. A new default rate counts for new sales only; new payment days also for commissions still unpaid.',
        }}
        banner={banner}
      />
      {conflict && <conflict.Dialog {...conflict} />}
      <LeaveQuestion what="This vendor" asking={asking} draft={draft} />
    </>
  );
}

import { Link, paths, useParams } from '@paperplane/shared/platform';
import {
  useRecordDraft,
  type DraftOfForm,
  RecordGate,
  useEditedRecord,
  useLatestRecord,
  useSavedRedirect,
} from '@paperplane/shared/records';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetVendorProfileQuery, useUpdateVendorMutation } from './vendors-api';
import { changesOfVendor, type Vendor } from './vendor';
import { VendorForm } from './vendor-form';
import { VENDOR_RULES, vendorTexts, type VendorTexts } from './vendor-schema';

const loadConflict = () =>
  import(/* webpackChunkName: "lazy-conflict" */ './vendor-conflict').then((module) => module.VendorConflict);

/** /vendors/:id/edit: starts from the vendor as it is now. */
export default function VendorEditPage() {
  const { id = '' } = useParams();
  const query = useLatestRecord(id, useGetVendorProfileQuery(id, { refetchOnMountOrArgChange: true }));
  return (
    <RecordGate label="Vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} query={query}>
      {({ vendor }) => <EditWithDraft key={vendor.id} vendor={vendor} />}
    </RecordGate>
  );
}

function EditWithDraft({ vendor }: { vendor: Vendor }) {
  // As it was when the form was opened: a refetch behind it must not replace what is being typed.
  const [opened, setOpened] = useState(vendor);
  const form = useRecordDraft<VendorTexts, Vendor>({
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
  const saved = useSavedRedirect();
  const detail = paths.vendor.href(vendor.id);
  const { editor, before, save, dialogs } = useEditedRecord({
    rules: VENDOR_RULES,
    what: 'This vendor',
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
      {dialogs}
    </>
  );
}

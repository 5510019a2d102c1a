import { useDraft, useLocation } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerOption, VendorOption } from '../sale';
import { readNewRecord, type NewRecord } from './new-record';
import type { SaleEditor } from './use-sale-editor';

const loadDialogs = {
  customer: () =>
    import(/* webpackChunkName: "new-record" */ './new-customer-dialog').then((m) => m.NewCustomerDialog),
  vendor: () =>
    import(/* webpackChunkName: "new-record" */ './new-vendor-dialog').then((m) => m.NewVendorDialog),
};

/**
 * Creating a customer or a vendor without leaving the form. What is typed there is kept like the form itself.
 * @returns what opens the dialog, and the dialog: render it beside the form, not inside it, for it holds a form of its own
 */
export function useNewRecord({ chooseCustomer, addTraveler, chooseVendor }: SaleEditor) {
  const { pathname, search } = useLocation();
  const draft = useDraft(`sale-record.${pathname}${search}`);
  const [record, setRecord] = useState<NewRecord | null>(null);
  const [CustomerDialog, fetchCustomerDialog] = useLazyDialog(loadDialogs.customer);
  const [VendorDialog, fetchVendorDialog] = useLazyDialog(loadDialogs.vendor);

  async function open(next: NewRecord) {
    const isThere = await (next.kind === 'vendor' ? fetchVendorDialog() : fetchCustomerDialog());
    if (isThere) setRecord(next);
  }
  const goOn = useEffectEvent(() => {
    const kept = readNewRecord(draft);
    if (kept) void open(kept);
  });
  useEffect(() => goOn(), []);

  function close() {
    draft.discard();
    setRecord(null);
  }

  function created(customer: CustomerOption) {
    if (record?.kind === 'traveler') addTraveler(customer);
    else chooseCustomer(customer);
    close();
  }

  const dialog =
    record?.kind === 'vendor'
      ? VendorDialog && (
          <VendorDialog
            record={record}
            draft={draft}
            onClose={close}
            onCreated={(vendor: VendorOption) => {
              chooseVendor(vendor);
              close();
            }}
          />
        )
      : record &&
        CustomerDialog && (
          <CustomerDialog record={record} draft={draft} onClose={close} onCreated={created} />
        );
  return { open: (next: NewRecord) => void open(next), dialog, isOpen: record !== null };
}

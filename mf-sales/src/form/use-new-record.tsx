import { useState } from 'react';
import type { CustomerOption, VendorOption } from '../sale';
import { useLazyDialog } from './use-lazy-dialog';
import type { SaleEditor } from './use-sale-editor';

/** What is about to be created from the form, and what had been typed when nothing was found. */
export interface NewRecord {
  kind: 'customer' | 'traveler' | 'vendor';
  typed: string;
}

const loadDialogs = {
  customer: () =>
    import(/* webpackChunkName: "new-customer" */ './new-customer-dialog').then((m) => m.NewCustomerDialog),
  vendor: () =>
    import(/* webpackChunkName: "new-vendor" */ './new-vendor-dialog').then((m) => m.NewVendorDialog),
};

/**
 * Creating a customer or a vendor without leaving the form.
 * @returns what opens the dialog, and the dialog: render it beside the form, not inside it, for it holds a form of its own
 */
export function useNewRecord({ chooseCustomer, addTraveler, chooseVendor }: SaleEditor) {
  const [record, setRecord] = useState<NewRecord | null>(null);
  const [CustomerDialog, fetchCustomerDialog] = useLazyDialog(loadDialogs.customer);
  const [VendorDialog, fetchVendorDialog] = useLazyDialog(loadDialogs.vendor);

  async function open(next: NewRecord) {
    const isThere = await (next.kind === 'vendor' ? fetchVendorDialog() : fetchCustomerDialog());
    if (isThere) setRecord(next);
  }
  const close = () => setRecord(null);

  function created(customer: CustomerOption) {
    if (record?.kind === 'traveler') addTraveler(customer);
    else chooseCustomer(customer);
    close();
  }

  const dialog =
    record?.kind === 'vendor'
      ? VendorDialog && (
          <VendorDialog
            typed={record.typed}
            onClose={close}
            onCreated={(vendor: VendorOption) => {
              chooseVendor(vendor);
              close();
            }}
          />
        )
      : record &&
        CustomerDialog && (
          <CustomerDialog
            title={record.kind === 'traveler' ? 'New traveler' : 'New customer'}
            typed={record.typed}
            onClose={close}
            onCreated={created}
          />
        );
  return { open: (next: NewRecord) => void open(next), dialog, isOpen: record !== null };
}

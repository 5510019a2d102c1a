import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths, useToast } from '@paperplane/shared/platform';
import { ConfirmDialog, type MenuItem } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useArchiveVendorMutation, useDeleteVendorMutation } from './vendors-api';
import { deleteRefusal, type VendorListItem } from './vendor';

export type ActionVendor = Pick<VendorListItem, 'id' | 'name' | 'logoPath' | 'isArchived' | 'salesCount'>;

/**
 * What can be done with a vendor beside editing: archive, restore, delete.
 * @param onDeleted called once it is gone
 * @returns menu items for a vendor, and the question to render
 */
export function useVendorActions(onDeleted?: () => void) {
  const [asking, setAsking] = useState<{ what: 'archive' | 'delete'; vendor: ActionVendor } | null>(null);
  const [archive, archiving] = useArchiveVendorMutation();
  const [remove, removing] = useDeleteVendorMutation();
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);

  const close = () => {
    setAsking(null);
    setFailure(null);
  };
  async function setArchived({ id, name }: ActionVendor, archived: boolean) {
    await archive({ id, archived }).unwrap();
    toast.done(archived ? 'Vendor archived' : 'Vendor restored', name);
  }
  async function restore(vendor: ActionVendor) {
    try {
      await setArchived(vendor, false);
    } catch (error) {
      toast.error('Vendor not restored', error);
    }
  }
  async function confirm() {
    if (!asking) return;
    const { what, vendor } = asking;
    setFailure(null);
    try {
      if (what === 'archive') await setArchived(vendor, true);
      else {
        await remove({ id: vendor.id, logoPath: vendor.logoPath }).unwrap();
        toast.done(`${vendor.name} is deleted`, 'This cannot be undone.');
        onDeleted?.();
      }
      close();
    } catch (error) {
      setFailure(displayMessage(error));
    }
  }

  const itemsFor = (vendor: ActionVendor): MenuItem[] => [
    vendor.isArchived
      ? { key: 'restore', label: 'Restore', onSelect: () => void restore(vendor) }
      : { key: 'archive', label: 'Archive…', onSelect: () => setAsking({ what: 'archive', vendor }) },
    {
      key: 'delete',
      label: 'Delete…',
      danger: true,
      separated: true,
      refusal: deleteRefusal(vendor.salesCount),
      onSelect: () => setAsking({ what: 'delete', vendor }),
    },
  ];

  const dialog = asking && (
    <ConfirmDialog
      title={`${asking.what === 'archive' ? 'Archive' : 'Delete'} ${asking.vendor.name}?`}
      confirmLabel={asking.what === 'archive' ? 'Archive vendor' : 'Delete vendor'}
      cancelLabel="Keep vendor"
      variant={asking.what === 'archive' ? 'primary' : 'danger'}
      busy={archiving.isLoading || removing.isLoading}
      error={failure}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      {asking.what === 'archive'
        ? 'New sales cannot be booked with an archived vendor. Its sales and commissions stay as they are, and it can be restored at any time.'
        : 'The vendor, its contacts and its logo are gone for good. This cannot be undone.'}
    </ConfirmDialog>
  );
  return { itemsFor, dialog };
}

/** The entries that lead somewhere, as a row's menu begins. */
export const vendorLinks = (vendor: ActionVendor): MenuItem[] => [
  { key: 'open', label: 'Open', to: paths.vendor.href(vendor.id), link: Link },
  { key: 'edit', label: 'Edit', to: paths.vendorEdit.href(vendor.id), link: Link },
  ...(vendor.isArchived
    ? []
    : [
        {
          key: 'sale',
          label: 'Create sale',
          to: paths.saleCreate.href({ vendorId: vendor.id }),
          link: Link,
        },
      ]),
];

import { displayMessage, displayName } from '@paperplane/shared/domain';
import { paths, saveFile, useNavigate, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog, useLazyDialog } from '@paperplane/shared/records';
import { useState, type ReactNode } from 'react';
import {
  takeExported,
  useArchiveCustomerMutation,
  useDeleteCustomerMutation,
  useExportCustomerMutation,
} from '../customer-actions-api';
import type { CustomerProfile } from '../profile';
import type { CustomerAction } from './action-items';
import { fileNameOf } from './file-name';

const loadMerge = () =>
  import(/* webpackChunkName: "lazy-merge" */ './merge-dialog').then((module) => module.MergeDialog);
const loadErase = () =>
  import(/* webpackChunkName: "lazy-erase" */ './erase-dialog').then((module) => module.EraseDialog);

/**
 * What can be done with a customer as a whole.
 * @returns `act` for the menu, and the dialogs to render
 */
export function useCustomerActions(profile: CustomerProfile) {
  const { customer } = profile;
  const name = displayName(customer);
  const [open, setOpen] = useState<CustomerAction | null>(null);
  const [MergeDialog, fetchMerge] = useLazyDialog(loadMerge);
  const [EraseDialog, fetchErase] = useLazyDialog(loadErase);
  const [archive, archiving] = useArchiveCustomerMutation();
  const [remove, removing] = useDeleteCustomerMutation();
  const [exportData, exporting] = useExportCustomerMutation();
  const toast = useToast();
  const navigate = useNavigate();

  async function setArchived(archived: boolean) {
    const result = await archive({ id: customer.id, archived });
    if ('error' in result) {
      if (!archived) toast.error(`${name} was not restored`, result.error);
      return;
    }
    setOpen(null);
    if (archived) toast.done(`${name} is archived`, 'You can restore them any time.');
    else toast.success(`${name} is back`);
  }

  async function download() {
    if (exporting.isLoading) return;
    const result = await exportData(customer.id);
    exporting.reset();
    if ('error' in result) {
      toast.error('The data was not downloaded', result.error);
      return;
    }
    const data = takeExported(result.data);
    saveFile(`personal-data-${fileNameOf(name)}.json`, 'application/json', JSON.stringify(data, null, 2));
    toast.done('Personal data downloaded', 'That you did is written down.');
  }

  async function confirmDelete() {
    const result = await remove(customer.id);
    if ('error' in result) return;
    toast.done(`${name} is deleted`, 'This cannot be undone.');
    void navigate(paths.customers.href(), { replace: true });
  }

  function act(action: CustomerAction) {
    if (action === 'restore') void setArchived(false);
    else if (action === 'export') void download();
    else if (action === 'merge') void fetchMerge().then((isThere) => isThere && setOpen(action));
    else if (action === 'erase') void fetchErase().then((isThere) => isThere && setOpen(action));
    else setOpen(action);
  }

  const close = () => setOpen(null);
  const dialog: ReactNode = (
    <>
      {open === 'archive' && (
        <LazyConfirmDialog
          title={`Archive ${name}?`}
          confirmLabel="Archive"
          cancelLabel="Keep active"
          variant="primary"
          busy={archiving.isLoading}
          error={archiving.error ? displayMessage(archiving.error) : null}
          onConfirm={() => void setArchived(true)}
          onCancel={close}
        >
          They leave the list and the sale form. Their sales stay as they are, and you can restore them any
          time.
        </LazyConfirmDialog>
      )}
      {open === 'delete' && (
        <LazyConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete customer"
          cancelLabel="Keep customer"
          busy={removing.isLoading}
          error={removing.error ? displayMessage(removing.error) : null}
          onConfirm={() => void confirmDelete()}
          onCancel={close}
        >
          Contact details, companions and passports are gone for good. This cannot be undone.
        </LazyConfirmDialog>
      )}
      {open === 'merge' && MergeDialog && <MergeDialog profile={profile} onClose={close} />}
      {open === 'erase' && EraseDialog && <EraseDialog customer={customer} onClose={close} />}
    </>
  );
  return { act, dialog };
}

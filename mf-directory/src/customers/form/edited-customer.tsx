import { displayName } from '@paperplane/shared/domain';
import { paths, useCurrentUser, useLeaveGuard, type Draft } from '@paperplane/shared/platform';
import { DraftBanner, LeaveDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import { safeParse } from 'valibot';
import { useUpdateCustomerMutation } from '../../customers-api';
import { useLateDialog } from '../../parts/use-late-dialog';
import { useSaved } from '../../parts/use-saved';
import type { Customer, CustomerInput } from '../customer';
import { changedColumns } from '../customer-rows';
import type { CustomerDraft } from './customer-draft';
import { CustomerForm } from './customer-form';
import { customerSchema } from './customer-schema';
import { customerValues } from './customer-values';
import { probeOf } from './duplicate-words';
import { overlaps, type Overlap } from './overlaps';
import { useCustomerEditor } from './use-customer-editor';
import { useTagSuggestions } from './use-tag-suggestions';

interface EditedCustomerProps {
  customer: Customer;
  draft: Draft;
  restored: CustomerDraft | null;
  /** The customer as they are now. */
  reload: () => Promise<Customer>;
  onDiscard: () => void;
}

const loadDialog = () =>
  import(/* webpackChunkName: "late-overlap" */ './overlap-dialog').then((module) => module.OverlapDialog);

/** What was there when the form was opened, in a draft perhaps days ago: only what differs from that was typed. */
function openedInput(customer: Customer, restored: CustomerDraft | null): CustomerInput {
  const read = restored?.opened && safeParse(customerSchema, restored.opened);
  return read && read.success ? read.output : customer;
}

const isChanged = (before: CustomerInput, after: CustomerInput): boolean =>
  Object.keys(changedColumns(before, after)).length > 0;

/** The edit form with a customer in it; sends the changed fields only. */
export function EditedCustomer({ customer, draft, restored, reload, onDiscard }: EditedCustomerProps) {
  const { timeZone } = useCurrentUser().organization;
  const [start] = useState(() => restored?.opened ?? customerValues(customer));
  const [before] = useState(() => openedInput(customer, restored));
  const editor = useCustomerEditor({ start, opened: start, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);
  const [update, { isLoading }] = useUpdateCustomerMutation();
  const [conflict, setConflict] = useState<{ list: Overlap[]; input: CustomerInput } | null>(null);
  const [OverlapDialog, fetchDialog] = useLateDialog(loadDialog);
  const saved = useSaved();
  const detail = paths.customer.href(customer.id);

  async function send(input: CustomerInput) {
    if (isChanged(before, input)) await update({ id: customer.id, before, after: input }).unwrap();
    draft.discard();
    letGo();
    saved(detail, 'Changes saved', displayName(input));
  }
  async function save(input: CustomerInput) {
    const list = overlaps(before, await reload(), input);
    if (list.length === 0) await send(input);
    else if (await fetchDialog()) setConflict({ list, input });
  }

  return (
    <>
      <CustomerForm
        editor={editor}
        customerId={customer.id}
        unchanged={probeOf(start)}
        save={save}
        submitLabel="Save changes"
        purpose="save these changes"
        failedTitle="Changes not saved"
        cancelTo={detail}
        note="A new name shows on every sale of this customer, past ones too."
        suggestions={useTagSuggestions()}
        banner={
          restored && <DraftBanner savedAt={restored.savedAt} timeZone={timeZone} onDiscard={onDiscard} />
        }
      />
      {conflict && OverlapDialog && (
        <OverlapDialog
          overlaps={conflict.list}
          busy={isLoading}
          onBack={() => setConflict(null)}
          onSave={() => {
            setConflict(null);
            void editor.submit(() => send(conflict.input));
          }}
        />
      )}
      {asking && (
        <LeaveDialog
          what="This customer"
          onStay={asking.stay}
          onKeep={asking.leave}
          onDiscard={() => {
            draft.discard();
            asking.leave();
          }}
        />
      )}
    </>
  );
}

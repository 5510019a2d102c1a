import { displayName } from '@paperplane/shared/domain';
import { paths, useLeaveGuard } from '@paperplane/shared/platform';
import { useState } from 'react';
import { useUpdateCustomerMutation } from '../../customers-api';
import type { DraftOfForm } from '../../parts/draft-of-record';
import { LeaveQuestion } from '../../parts/leave-question';
import { useLateDialog } from '../../parts/use-late-dialog';
import { useSaved } from '../../parts/use-saved';
import type { Customer, CustomerInput } from '../customer';
import { changedColumns } from '../customer-rows';
import { CustomerForm } from './customer-form';
import { customerValues, type CustomerValues } from './customer-values';
import { probeOf } from './duplicate-words';
import { overlaps, type Overlap } from './overlaps';
import { useCustomerEditor } from './use-customer-editor';
import { useTagSuggestions } from './use-tag-suggestions';

interface EditedCustomerProps extends DraftOfForm<CustomerValues, Customer> {
  customer: Customer;
  /** The customer as they are now. */
  reload: () => Promise<Customer>;
}

const loadDialog = () =>
  import(/* webpackChunkName: "late-overlap" */ './overlap-dialog').then((module) => module.OverlapDialog);

const isChanged = (before: CustomerInput, after: CustomerInput): boolean =>
  Object.keys(changedColumns(before, after)).length > 0;

/** The edit form with a customer in it; sends the changed fields only. */
export function EditedCustomer({ customer, draft, restored, banner, reload }: EditedCustomerProps) {
  // In a draft from perhaps days ago: only what differs from that was typed.
  const [before] = useState(restored?.opened ?? customer);
  const [start] = useState(() => customerValues(before));
  const editor = useCustomerEditor({ start, opened: before, restored, draft });
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
        words={{
          submitLabel: 'Save changes',
          purpose: 'save these changes',
          failedTitle: 'Changes not saved',
          cancelTo: detail,
          note: 'A new name shows on every sale of this customer, past ones too.',
        }}
        suggestions={useTagSuggestions()}
        banner={banner}
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
      <LeaveQuestion what="This customer" asking={asking} draft={draft} />
    </>
  );
}

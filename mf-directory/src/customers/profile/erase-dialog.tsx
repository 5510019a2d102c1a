import { displayMessage, displayName } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { FormDialog, Notice, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useEraseCustomerMutation } from '../customer-actions-api';
import type { Customer } from '../customer';

interface EraseDialogProps {
  customer: Customer;
  onClose: () => void;
}

/** Takes everything personal away for good, once the full name is typed. */
export function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const [erase, { isLoading, error }] = useEraseCustomerMutation();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const toast = useToast();
  const name = displayName(customer);

  async function save() {
    if (typed.trim() !== name) return setProblem(`Type ${name} to confirm.`);
    const result = await erase({ id: customer.id, confirmation: typed.trim() });
    if ('error' in result) return;
    toast.done('Personal data erased', 'This cannot be undone. Sales and their sums stay.');
    onClose();
  }

  return (
    <FormDialog
      title={`Erase everything personal about ${name}?`}
      subtitle="This cannot be undone: nobody can bring it back."
      submitLabel="Erase personal data"
      submitVariant="danger"
      failure={error ? displayMessage(error) : undefined}
      failedTitle="Nothing was erased"
      dirty={false}
      busy={isLoading}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className="full">
        <ul className="customer-consequences">
          <li>Name, contact, address, birthday, preferences, notes, tags, companions and passports go.</li>
          <li>
            They also leave the histories of sales, and merges into this customer cannot be undone any more.
          </li>
          <li>Sales, commissions and sums stay, for an “Erased customer”.</li>
          <li>That you erased it, and when, is written down.</li>
        </ul>
      </div>
      <div className="full">
        <Notice kind="info">Did they ask for their data? Download it first.</Notice>
      </div>
      <div className="full">
        <TextField
          label={`Type “${name}” to confirm`}
          name="confirmation"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
      </div>
    </FormDialog>
  );
}

import { displayMessage, isAppError } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { FormDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useSaveBankAccountMutation, type NewAccount } from '../import/bank-import-api';
import type { AccountOnPage } from '../bank-types';
import { AccountFields } from './account-fields';

const fieldsOf = (account: AccountOnPage | null): NewAccount => ({
  name: account?.name ?? '',
  institution: account?.institution ?? '',
  lastFour: account?.lastFour ?? '',
});

/** What an account is called, or a new one. */
export function AccountDialog({ account, onClose }: { account: AccountOnPage | null; onClose: () => void }) {
  const [typed, setTyped] = useState(() => fieldsOf(account));
  const [nameError, setNameError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [save] = useSaveBankAccountMutation();
  const { send, notice } = useRequestKey();
  const toast = useToast();
  const submit = async () => {
    setNameError(null);
    setFailure(null);
    setBusy(true);
    try {
      await send((requestKey) => save({ ...typed, id: account?.id ?? null, requestKey }).unwrap());
      toast.success(account ? 'Account saved' : 'Account added');
      onClose();
    } catch (problem) {
      setBusy(false);
      if (problem instanceof ToldFailure) return;
      if (isAppError(problem) && problem.field === 'name') setNameError(problem.userMessage);
      else setFailure(displayMessage(problem));
    }
  };
  return (
    <FormDialog
      title={account ? 'Change account' : 'Add account'}
      submitLabel={account ? 'Save account' : 'Add account'}
      busy={busy}
      notice={notice}
      failure={failure}
      dirty={JSON.stringify(typed) !== JSON.stringify(fieldsOf(account))}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <AccountFields account={typed} onType={setTyped} nameError={nameError} />
    </FormDialog>
  );
}

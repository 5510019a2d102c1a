import {
  displayMessage,
  displayName,
  isAppError,
  parsePercent,
  percentInput,
  MESSAGES,
  type PersonName,
  type Role,
} from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { FormDialog, PercentField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useSetMemberRoleMutation, useSetMemberSplitMutation } from './team-api';
import { RoleChoices, type ChosenRole } from './role-choices';

/** Whom a dialog is about. */
export interface DialogMember extends PersonName {
  id: string;
  role: Role;
}

export interface DialogProps {
  member: DialogMember;
  onClose: () => void;
}

/** What a person may do from now on (owners). */
export function RoleDialog({ member, onClose }: DialogProps) {
  const [role, setRole] = useState<ChosenRole>(member.role === 'admin' ? 'admin' : 'agent');
  const [save, { isLoading, error }] = useSetMemberRoleMutation();
  const toast = useToast();
  const name = displayName(member);
  async function submit() {
    if (role === member.role) return onClose();
    const { error: refused } = await save({ id: member.id, role });
    if (refused) return;
    toast.success('Role changed', `${name} is now ${role === 'admin' ? 'an admin' : 'an agent'}.`);
    onClose();
  }
  return (
    <FormDialog
      title={`Change the role of ${name}`}
      subtitle="It counts from their next click on."
      submitLabel="Change role"
      busy={isLoading}
      failure={error ? displayMessage(error) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <RoleChoices value={role} onChoose={setRole} adminRefusal={null} />
    </FormDialog>
  );
}

/** The share of the commissions of sales to come (admins). */
export function SplitDialog({ member, split, onClose }: DialogProps & { split: number }) {
  const [text, setText] = useState(percentInput(split));
  const [problem, setProblem] = useState<string | null>(null);
  const [save, { isLoading, error }] = useSetMemberSplitMutation();
  const toast = useToast();
  const name = displayName(member);
  const refused = isAppError(error) && error.field === 'commissionSplit' ? error.userMessage : null;
  async function submit() {
    const parsed = parsePercent(text);
    if (!parsed.ok) return setProblem(MESSAGES[parsed.problem]);
    if (parsed.value === null) return setProblem('Enter the commission split.');
    if (parsed.value === split) return onClose();
    const answer = await save({ id: member.id, split: parsed.value });
    if (answer.error) return;
    toast.success(
      'Commission split changed',
      `${name} keeps ${percentInput(parsed.value)}% of new commissions.`,
    );
    onClose();
  }
  return (
    <FormDialog
      title={`Commission split of ${name}`}
      subtitle="Counts for new sales only. Recorded sales keep the split they were recorded with."
      submitLabel="Change split"
      busy={isLoading}
      failure={error && !refused ? displayMessage(error) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <PercentField
        label="Commission split"
        name="commissionSplit"
        hint="The share of each commission that goes to them."
        value={text}
        error={problem ?? refused}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}

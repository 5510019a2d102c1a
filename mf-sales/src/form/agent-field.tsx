import { displayName } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { SelectField, TextField } from '@paperplane/shared/ui';
import type { SaleAgent } from '../sale';
import { useGetAgentOptionsQuery } from '../sale-form-api';
import type { SaleEditor } from './use-sale-editor';

interface AgentFieldProps {
  editor: SaleEditor;
  /** Who has the sale now; a new sale belongs to whoever records it. */
  current: Pick<SaleAgent, 'id' | 'firstName' | 'lastName'> | null;
  readOnly: boolean;
}

/** Who sold the booking: admins choose, agents see themselves. */
export function AgentField({ editor, current, readOnly }: AgentFieldProps) {
  const { isAdmin } = useAuth();
  const me = useCurrentUser();
  const fixed = readOnly || !isAdmin;
  const { data = [] } = useGetAgentOptionsQuery(undefined, { skip: fixed });
  const holder = current ?? me;
  if (fixed) {
    return (
      <TextField
        label="Agent"
        name="agentId"
        value={displayName(holder)}
        readOnly
        error={editor.form.formState.errors.agentId?.message}
      />
    );
  }
  // Somebody who left the agency still holds the sale, and stays choosable for it.
  const people = data.some(({ id }) => id === holder.id) ? data : [holder, ...data];
  return (
    <SelectField
      label="Agent"
      options={people.map((person) => ({
        value: person.id,
        label: person.id === me.id ? `${displayName(person)} (you)` : displayName(person),
      }))}
      {...editor.field('agentId')}
    />
  );
}

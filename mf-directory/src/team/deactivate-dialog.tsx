import { displayMessage, displayName, isAppError, plural } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { FormDialog, InlineError, SelectField, Skeleton } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetActiveMembersQuery, useGetMemberProfileQuery, useSetMemberActiveMutation } from './team-api';
import { Choice } from './choice';
import type { DialogMember } from './member-dialogs';
import './team.css';

/** Shuts a person out, and asks what becomes of the sales that are still open: they stay, or somebody takes them over. */
export function DeactivateDialog({ member, onClose }: { member: DialogMember; onClose: () => void }) {
  const name = displayName(member);
  const profile = useGetMemberProfileQuery(member.id);
  const open = profile.currentData?.figures.bookedSalesCount;
  const [plan, setPlan] = useState<'keep' | 'reassign'>('keep');
  const [heir, setHeir] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [deactivate, { isLoading, error }] = useSetMemberActiveMutation();
  const toast = useToast();
  const refused = isAppError(error) && error.field === 'reassignTo' ? error.userMessage : null;

  async function submit() {
    const gives = plan === 'reassign' && Boolean(open);
    if (gives && !heir) return setProblem('Choose who takes over the open sales.');
    const answer = await deactivate({ id: member.id, active: false, ...(gives ? { reassignTo: heir } : {}) });
    if (answer.error) return;
    toast.done(
      `${name} is inactive`,
      [
        gives && `${plural(answer.data.reassigned, 'open sale was', 'open sales were')} reassigned.`,
        'Activate lets them in again.',
      ]
        .filter(Boolean)
        .join(' '),
    );
    onClose();
  }

  return (
    <FormDialog
      title={`Deactivate ${name}?`}
      submitLabel="Deactivate"
      submitVariant="danger"
      busy={isLoading}
      failure={error && !refused ? displayMessage(error) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <p>
        {name} is signed out everywhere and sees nothing of the agency any more. Their sales, commissions and
        payouts stay, and they can be activated again at any time.
      </p>
      {profile.error ? (
        <InlineError message="Their open sales did not load." onRetry={() => void profile.refetch()} />
      ) : open === undefined ? (
        <Skeleton width={220} height={18} />
      ) : (
        open > 0 && (
          <OpenSales
            {...{ name, open, plan, setPlan, heir }}
            except={member.id}
            error={problem ?? refused}
            setHeir={(id) => {
              setHeir(id);
              setProblem(null);
            }}
          />
        )
      )}
    </FormDialog>
  );
}

interface OpenSalesProps {
  name: string;
  open: number;
  plan: 'keep' | 'reassign';
  setPlan: (plan: 'keep' | 'reassign') => void;
  heir: string;
  setHeir: (id: string) => void;
  /** Who cannot take them over. */
  except: string;
  error: string | null;
}

function OpenSales({ name, open, plan, setPlan, heir, setHeir, except, error }: OpenSalesProps) {
  const me = useCurrentUser();
  const { data = [], isFetching } = useGetActiveMembersQuery(undefined, { skip: plan === 'keep' });
  return (
    <>
      <fieldset className="pp-field team-roles">
        <legend className="pp-label">What happens to {plural(open, 'open sale')}?</legend>
        {(
          [
            ['keep', `Keep with ${name}`, 'Admins can still edit and cancel them.'],
            ['reassign', 'Give to somebody else', 'With their commissions, at the split of the new agent.'],
          ] as const
        ).map(([value, label, text]) => (
          <Choice
            key={value}
            name="plan"
            value={value}
            label={label}
            text={text}
            checked={plan === value}
            onChoose={() => setPlan(value)}
          />
        ))}
      </fieldset>
      {plan === 'reassign' && (
        <SelectField
          label="New agent"
          name="reassignTo"
          placeholder={isFetching ? 'Loading…' : 'Choose a person'}
          options={data
            .filter(({ id }) => id !== except)
            .map((person) => ({
              value: person.id,
              label: person.id === me.id ? `${displayName(person)} (you)` : displayName(person),
            }))}
          value={heir}
          error={error}
          onChange={(event) => setHeir(event.target.value)}
        />
      )}
    </>
  );
}

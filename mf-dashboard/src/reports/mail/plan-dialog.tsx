import { displayMessage, displayName } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Checkbox, FormDialog, Notice, SelectField, SkeletonRows } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetRecipientsQuery, useSaveMailPlanMutation, type MailPlan } from './mail-api';
import { hourWord, ordinal, WEEKDAYS, whenWords } from './plan-words';
import './mail.css';

/** What is sent: a saved report, or the agents' statements. */
export type Mailed = { id: string; name: string; shared: boolean } | 'statements';

interface PlanDialogProps {
  mailed: Mailed;
  /** The plan that is changed; none for a new one. */
  plan?: MailPlan | undefined;
  isAdmin: boolean;
  /** Whether this installation sends mail at all. */
  sends: boolean;
  onClose: () => void;
}

const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1);

/** When a report goes out by mail, and to whom. */
export function PlanDialog({ mailed, plan, isAdmin, sends, onClose }: PlanDialogProps) {
  const me = useCurrentUser();
  const toast = useToast();
  const isStatements = mailed === 'statements';
  const [start] = useState({
    every: plan?.every ?? (isStatements ? ('month' as const) : ('week' as const)),
    day: plan?.day ?? 1,
    hour: plan?.hour ?? 7,
    userIds: plan?.userIds ?? (isStatements ? null : [me.id]),
  });
  const [typed, setTyped] = useState(start);
  const [failure, setFailure] = useState<string | null>(null);
  const [save, saving] = useSaveMailPlanMutation();
  // A report of one's own has one reader, and agents choose nobody but themselves.
  const choosesPeople = isAdmin && (isStatements || mailed.shared);
  const { data: people } = useGetRecipientsQuery(undefined, { skip: !choosesPeople });
  // Statements go to every agent unless somebody chooses.
  const userIds = typed.userIds ?? people?.filter(({ role }) => role === 'agent').map(({ id }) => id) ?? [];
  const change = (more: Partial<typeof typed>) => {
    setFailure(null);
    setTyped({ ...typed, ...more });
  };

  async function submit() {
    try {
      await save({
        ...typed,
        userIds: choosesPeople ? userIds : [me.id],
        savedReportId: isStatements ? null : mailed.id,
        version: plan?.version ?? null,
      }).unwrap();
      toast.success(`It goes out ${whenWords(typed)}`);
      onClose();
    } catch (error) {
      setFailure(displayMessage(error));
    }
  }
  return (
    <FormDialog
      title={isStatements ? 'Send statements by mail' : `Send ${mailed.name} by mail`}
      subtitle={
        isStatements
          ? 'Each agent gets their own statements, those paid in the month before.'
          : 'Each person gets their own figures, as the report shows them, with the table as CSV.'
      }
      submitLabel={plan ? 'Save changes' : 'Send by mail'}
      failedTitle="Not saved"
      failure={failure}
      busy={saving.isLoading}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      stacked
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!sends && (
        <Notice kind="info">
          This installation sends no mail. The plan is kept and sends nothing until it does.
        </Notice>
      )}
      <SelectField
        label="How often"
        name="every"
        value={typed.every}
        options={[
          { value: 'week', label: 'Every week' },
          { value: 'month', label: 'Every month' },
        ]}
        onChange={({ target }) => change({ every: target.value as MailPlan['every'], day: 1 })}
      />
      <SelectField
        label="Day"
        name="day"
        value={String(typed.day)}
        hint={
          typed.every === 'month' && typed.day > 28 ? 'The last day where the month is shorter.' : undefined
        }
        options={
          typed.every === 'week'
            ? WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))
            : DAYS_OF_MONTH.map((day) => ({ value: String(day), label: ordinal(day) }))
        }
        onChange={({ target }) => change({ day: Number(target.value) })}
      />
      <SelectField
        label="Hour"
        name="hour"
        value={String(typed.hour)}
        hint={`On the agency’s clock, ${me.organization.timeZone}.`}
        options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourWord(hour) }))}
        onChange={({ target }) => change({ hour: Number(target.value) })}
      />
      {!choosesPeople ? (
        <p className="pp-sm pp-muted">
          {isAdmin ? 'It goes to you alone. Share the report to send it to others.' : 'It goes to you.'}
        </p>
      ) : people ? (
        <fieldset>
          <legend className="pp-label">To</legend>
          <div className="mail-people">
            {people.map(({ id, ...person }) => (
              <Checkbox
                key={id}
                name={`to-${id}`}
                label={displayName(person)}
                checked={userIds.includes(id)}
                onChange={({ target }) =>
                  change({
                    userIds: target.checked ? [...userIds, id] : userIds.filter((other) => other !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : (
        <SkeletonRows rows={3} label="Loading the people of the agency" />
      )}
    </FormDialog>
  );
}

import {
  bankDaysNextTo,
  formatMoneyExact,
  formatWeekday,
  isIsoDate,
  optionalDate,
  optionalText,
  plural,
} from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard } from '@paperplane/shared/platform';
import { useWatch } from '@paperplane/shared/forms';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, Notice, TextField } from '@paperplane/shared/ui';
import * as v from 'valibot';
import type { PayoutStrip } from '../payout-types';
import { useStartPayoutMutation } from '../payouts-api';

const FIELDS = ['name', 'plannedOn'] as const;
const BLANK = { name: '', plannedOn: '' };
const SCHEMA = v.object({ name: optionalText(100), plannedOn: optionalDate() });

type StartForm = typeof BLANK;
type Start = v.InferOutput<typeof SCHEMA>;

interface StartDialogProps {
  /** What it would collect now. */
  ready: PayoutStrip['ready'];
  currency: string;
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Starts a payout with all that can be paid now. */
export function StartDialog({ ready, currency, onStarted, onClose }: StartDialogProps) {
  const { dateOrder } = useCurrentUser().organization;
  const [start] = useStartPayoutMutation();
  const { field, dialog, form } = useDialogForm<StartForm, Start>({
    schema: SCHEMA,
    blank: BLANK,
    fields: FIELDS,
    save: async (input) => {
      const { id } = await start(input).unwrap();
      onStarted(id);
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty && !dialog.busy);
  const day = useWatch({ control: form.control, name: 'plannedOn' });
  // Who is paid by a bank is known when it is paid; until then only this is told.
  const next = isIsoDate(day) ? bankDaysNextTo([currency === 'EUR' ? 'iban' : 'us'], day) : null;
  return (
    <FormDialog
      title="Start a payout"
      subtitle={`${plural(ready.count, 'commission')} of ${plural(ready.agents, 'agent')}, ${formatMoneyExact(ready.amount, currency)}`}
      submitLabel="Start draft"
      failedTitle="Not started"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <DateField
          label="Planned day"
          order={dateOrder}
          optional
          hint={
            next && `No bank day. Next to it: ${formatWeekday(next.before)}, ${formatWeekday(next.after)}.`
          }
          {...field('plannedOn')}
        />
        <TextField label="Name" optional placeholder="The month, if empty" {...field('name')} />
      </div>
      <Notice kind="info">
        It is paid in {currency}. Nothing is paid yet: you check the draft, and can add, hold and remove
        lines.
      </Notice>
    </FormDialog>
  );
}

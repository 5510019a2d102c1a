import {
  actName,
  actText,
  formatMoneyExact,
  plural,
  requiredText,
  sumAmounts,
} from '@paperplane/shared/domain';
import { useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, TextArea } from '@paperplane/shared/ui';
import * as v from 'valibot';
import type { PayoutLine } from '../payout-types';
import { useHoldPayoutLinesMutation } from '../payouts-api';

const FIELDS = ['reason'] as const;
const BLANK = { reason: '' };
const SCHEMA = v.object({ reason: requiredText('Say why they are held. The agents read it.', 500) });

type HoldForm = typeof BLANK;

interface HoldLinesDialogProps {
  /** The payout. */
  id: string;
  lines: readonly PayoutLine[];
  currency: string;
  onClose: () => void;
}

/** Holds commissions together, with one reason that their agents read. */
export function HoldLinesDialog({ id, lines, currency, onClose }: HoldLinesDialogProps) {
  const toast = useToast();
  const [hold] = useHoldPayoutLinesMutation();
  const agents = new Set(lines.map(({ agentId }) => agentId)).size;
  const facts = {
    amount: formatMoneyExact(sumAmounts(lines), currency),
    who: `of ${plural(agents, 'agent')}`,
  };
  const { field, dialog } = useDialogForm<HoldForm, HoldForm>({
    schema: SCHEMA,
    blank: BLANK,
    fields: FIELDS,
    save: async ({ reason }) => {
      const { held } = await hold({ id, lineIds: lines.map((line) => line.id), reason }).unwrap();
      toast.done(
        actName(`${plural(held, 'commission')} held`, facts),
        'Release pays them, each on its line.',
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title={`Hold ${plural(lines.length, 'commission')}`}
      subtitle={`${actText(facts)}, not received from vendors`}
      submitLabel="Hold"
      failedTitle="Not held"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextArea label="Reason" rows={3} hint="The agents read it." {...field('reason')} />
    </FormDialog>
  );
}

import { requiredText, formatMoneyExact } from '@paperplane/shared/domain';
import { useLeaveGuard } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, TextArea } from '@paperplane/shared/ui';
import * as v from 'valibot';
import type { PayoutLine } from '../payout-types';
import { useHoldCommissionMutation, useHoldPayoutLinesMutation } from '../payouts-api';

const FIELDS = ['reason'] as const;
const BLANK = { reason: '' };
const SCHEMA = v.object({ reason: requiredText('Say why it is held. The agent reads it.', 500) });

type HoldForm = typeof BLANK;

interface HoldDialogProps {
  /** Of the payout. */
  id: string;
  line: PayoutLine;
  currency: string;
  onHeld: (line: PayoutLine) => void;
  onClose: () => void;
}

/** Holds a commission back, with the reason that its agent reads. */
export function HoldDialog({ id, line, currency, onHeld, onClose }: HoldDialogProps) {
  const { commissionId, bookingReference, customer, amount } = line;
  const [hold] = useHoldCommissionMutation();
  const [holdLines] = useHoldPayoutLinesMutation();
  const { field, dialog } = useDialogForm<HoldForm, HoldForm>({
    schema: SCHEMA,
    blank: BLANK,
    fields: FIELDS,
    save: async ({ reason }) => {
      if (commissionId) await hold({ commissionId, reason }).unwrap();
      else await holdLines({ id, lineIds: [line.id], reason }).unwrap();
      onHeld(line);
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title={`Hold ${bookingReference ?? 'this commission'}`}
      subtitle={[customer, formatMoneyExact(amount, currency)].filter(Boolean).join(' · ')}
      submitLabel="Hold"
      failedTitle="Not held"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextArea label="Reason" rows={3} hint="The agent reads it." {...field('reason')} />
    </FormDialog>
  );
}

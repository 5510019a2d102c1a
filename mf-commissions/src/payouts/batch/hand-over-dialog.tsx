import { actName, actText, displayName } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, Notice, SelectField } from '@paperplane/shared/ui';
import * as v from 'valibot';
import { payoutFacts } from '../parts/payout-facts';
import type { Payout } from '../payout-types';
import { useHandOverPayoutMutation } from '../payouts-api';
import { handOverTo } from './approval';

const FIELDS = ['userId'] as const;
const SCHEMA = v.object({ userId: v.pipe(v.string(), v.nonEmpty('Choose who looks at it.')) });

interface HandOverDialogProps {
  record: Payout;
  onClose: () => void;
}

/** Hands a draft over to another admin, who approves it then. */
export function HandOverDialog({ record, onClose }: HandOverDialogProps) {
  const { payout, approvers } = record;
  const { id } = useCurrentUser();
  const toast = useToast();
  const [handOver] = useHandOverPayoutMutation();
  const others = (approvers ?? []).filter((each) => each.id !== id);
  const { field, dialog } = useDialogForm<{ userId: string }, { userId: string }>({
    schema: SCHEMA,
    blank: { userId: handOverTo(record, id)?.id ?? '' },
    fields: FIELDS,
    save: async ({ userId }) => {
      await handOver({ id: payout.id, version: payout.version, userId }).unwrap();
      toast.done(
        actName(
          `Handed over to ${displayName(others.find((each) => each.id === userId))}`,
          payoutFacts(record),
        ),
        'They approve it, or hand it back to you.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Hand over"
      subtitle={`${payout.name} payout, ${actText(payoutFacts(record))}`}
      submitLabel="Hand over"
      failedTitle="Not handed over"
      {...dialog}
      onClose={onClose}
      stacked
    >
      <SelectField
        label="To"
        options={others.map((each) => ({ value: each.id, label: displayName(each) }))}
        {...field('userId')}
      />
      <Notice kind="info">
        You stand for what is in this payout now, whoever changed it; look at it first. They are told, look at
        it too, and can approve it. You cannot, unless they hand it back.
      </Notice>
    </FormDialog>
  );
}

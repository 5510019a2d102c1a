import { actName, actText, formatDateTime, requiredText } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, SelectField, TextArea } from '@paperplane/shared/ui';
import * as v from 'valibot';
import { payoutFacts } from '../parts/payout-facts';
import type { Payout } from '../payout-types';
import { useReopenPayoutMutation } from '../payouts-api';

const FIELDS = ['reason', 'bankHasIt'] as const;
const BLANK = { reason: '', bankHasIt: '' };
const WITH_BANK = 'The payment file was read. If the bank has it, only a void is possible after it is paid.';

const schemaOf = (wasRead: boolean) =>
  v.object({
    reason: requiredText('Say why it is taken back.', 500),
    bankHasIt: v.pipe(
      v.string(),
      v.check((answer) => !wasRead || answer !== '', 'Say whether the bank has the file.'),
      v.check((answer) => !wasRead || answer !== 'yes', WITH_BANK),
    ),
  });

interface ReopenDialogProps {
  record: Payout;
  onClose: () => void;
}

/** Takes an approved or scheduled payout back to a draft, with the reason; it asks whether the bank has a file that was made. */
export function ReopenDialog({ record, onClose }: ReopenDialogProps) {
  const { payout } = record;
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [reopen] = useReopenPayoutMutation();
  const wasRead = payout.status === 'scheduled' && payout.file !== null;
  const { field, dialog } = useDialogForm<typeof BLANK, typeof BLANK>({
    schema: schemaOf(wasRead),
    blank: BLANK,
    fields: FIELDS,
    save: async ({ reason }) => {
      await reopen({ id: payout.id, reason, bankHasIt: wasRead ? false : null }).unwrap();
      toast.done(
        actName('Back to draft', payoutFacts(record)),
        'Nothing of it is paid. Approve it again when it is right.',
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title="Back to draft"
      subtitle={`${payout.name} payout, ${actText(payoutFacts(record))}`}
      submitLabel="Back to draft"
      failedTitle="Not taken back"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextArea label="Reason" rows={3} hint="It stays in the history of the payout." {...field('reason')} />
      {wasRead && (
        <SelectField
          label="Does the bank have the payment file?"
          hint={`It was read ${formatDateTime(payout.file?.at ?? '', timeZone)}.`}
          placeholder="Choose"
          options={[
            { value: 'no', label: 'No, it was not sent' },
            { value: 'yes', label: 'Yes, the bank has it' },
          ]}
          {...field('bankHasIt')}
        />
      )}
    </FormDialog>
  );
}

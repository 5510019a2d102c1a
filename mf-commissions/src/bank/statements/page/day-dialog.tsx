import { optionalDate } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog } from '@paperplane/shared/ui';
import * as v from 'valibot';
import type { VendorStatement } from '../../bank-types';
import { useSetVendorStatementMutation } from '../statements-api';

const SCHEMA = v.object({ expectedOn: optionalDate() });

/** Says about when the deposit of a statement comes. */
export function DayDialog({ statement, onClose }: { statement: VendorStatement; onClose: () => void }) {
  const { dateOrder } = useCurrentUser().organization;
  const [set] = useSetVendorStatementMutation();
  const toast = useToast();
  const { field, dialog } = useDialogForm<{ expectedOn: string }, v.InferOutput<typeof SCHEMA>>({
    schema: SCHEMA,
    blank: { expectedOn: statement.expectedOn ?? '' },
    fields: ['expectedOn'],
    save: async ({ expectedOn }) => {
      await set({
        statementId: statement.id,
        expectedVersion: statement.version,
        state: 'expected',
        expectedOn,
      }).unwrap();
      toast.success('The day is saved');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty && !dialog.busy);
  return (
    <FormDialog
      title="When does it come?"
      subtitle={`The deposit of ${statement.vendor.name}`}
      submitLabel="Save day"
      failedTitle="Not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <DateField
        label="About"
        order={dateOrder}
        optional
        hint="A week later it is called late."
        {...field('expectedOn')}
      />
    </FormDialog>
  );
}

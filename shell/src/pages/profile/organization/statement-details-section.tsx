import type { AppError } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { FormSection } from '@paperplane/shared/ui';
import { useSaveStatementDetailsMutation, type StatementDetails } from './organization-api';
import { StatementDetailsForm } from './statement-details-form';

/** Who pays, as every statement from now on prints it: the owner writes it. */
export function StatementDetailsSection({ saved }: { saved: StatementDetails }) {
  const { organizationId } = useCurrentUser();
  const toast = useToast();
  const [save, { isLoading }] = useSaveStatementDetailsMutation();
  return (
    <FormSection title="On statements" hint="Printed on every statement from now on.">
      <StatementDetailsForm
        saved={saved}
        busy={isLoading}
        onSave={async (details) => {
          const { error } = await save({ id: organizationId, ...details });
          if (error) return error as AppError;
          toast.success('Details on statements saved');
          return null;
        }}
      />
    </FormSection>
  );
}

import type { AppError } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { FormSection } from '@paperplane/shared/ui';
import { useSaveReceiptTrackingMutation, type ReceiptTracking } from './organization-api';
import { ReceiptTrackingForm } from './receipt-tracking-form';

/** Since when what vendors owe is known: the owner decides. */
export function ReceiptTrackingSection({ saved }: { saved: ReceiptTracking }) {
  const { organizationId } = useCurrentUser();
  const toast = useToast();
  const [save, { isLoading, error }] = useSaveReceiptTrackingMutation();
  return (
    <FormSection title="Owed by vendors" hint="Which commissions count.">
      <ReceiptTrackingForm
        key={saved.since}
        saved={saved}
        busy={isLoading}
        failure={(error as AppError | undefined) ?? null}
        onSave={(since) =>
          void save({ id: organizationId, since }).then((answer) => {
            if (!answer.error) toast.success('Setting saved');
          })
        }
      />
    </FormSection>
  );
}

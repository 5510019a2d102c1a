import type { AppError } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { FormSection } from '@paperplane/shared/ui';
import { useSaveReceiptPolicyMutation, type ReceiptPolicy } from './organization-api';
import { ReceiptPolicyForm } from './receipt-policy-form';

/** When a commission counts as received: the owner decides. */
export function ReceiptPolicySection({ saved }: { saved: ReceiptPolicy }) {
  const { organizationId } = useCurrentUser();
  const toast = useToast();
  const [save, { isLoading, error }] = useSaveReceiptPolicyMutation();
  return (
    <FormSection title="Commission" hint="When an agent can be paid for a sale.">
      <ReceiptPolicyForm
        saved={saved}
        busy={isLoading}
        failure={(error as AppError | undefined) ?? null}
        onSave={(policy) =>
          void save({ id: organizationId, policy }).then((answer) => {
            if (!answer.error) toast.success('Setting saved');
          })
        }
      />
    </FormSection>
  );
}

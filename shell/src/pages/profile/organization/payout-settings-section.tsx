import type { AppError, MoneyReading } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { FormSection } from '@paperplane/shared/ui';
import { useSavePayoutSettingsMutation, type PayoutSettings } from './organization-api';
import { PayoutSettingsForm } from './payout-settings-form';

/** How agents are paid: the owner decides. */
export function PayoutSettingsSection({ saved, money }: { saved: PayoutSettings; money: MoneyReading }) {
  const { organizationId } = useCurrentUser();
  const toast = useToast();
  const [save, { isLoading, error }] = useSavePayoutSettingsMutation();
  return (
    <FormSection title="Payouts" hint="When agents are paid, and who looks at it.">
      <PayoutSettingsForm
        saved={saved}
        money={money}
        busy={isLoading}
        failure={(error as AppError | undefined) ?? null}
        onSave={(settings) =>
          void save({ id: organizationId, ...settings }).then((answer) => {
            if (!answer.error) toast.success('Payout settings saved');
          })
        }
      />
    </FormSection>
  );
}

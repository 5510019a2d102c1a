import { useEffect, useState, type SubmitEvent } from 'react';
import { displayMessage, type AppError } from '@paperplane/shared/domain';
import {
  recheckUser,
  useCurrentUser,
  useLocation,
  useToast,
  useUnsavedChanges,
} from '@paperplane/shared/platform';
import { Button, InlineBanner } from '@paperplane/shared/ui';
import { useFields } from '../../auth/use-fields';
import { CommissionSection, MoneySection, PayoutsSection } from './money-sections';
import { useSaveOrganizationSettingsMutation, type SettingsAnswer } from './organization-api';
import { AgencySection, OfflineSection, StatementsSection } from './agency-sections';
import { changedSettings, settingsProblems, valuesOf, type SettingsValues } from './settings-rules';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

const isField = (name: string | undefined, values: SettingsValues): name is keyof SettingsValues =>
  name !== undefined && name in values;

/** The owner's form: sections of one form that save as one (docs/product/tenancy.md, Organization settings). */
export function OrganizationForm({ settings }: { settings: SettingsAnswer }) {
  const { organizationId } = useCurrentUser();
  const { hash } = useLocation();
  const toast = useToast();
  const [save, { isLoading }] = useSaveOrganizationSettingsMutation();
  const [failure, setFailure] = useState<AppError | null>(null);
  // What was not touched here is not sent: another owner may have changed it meanwhile.
  const [{ hasSales, proposedTracking, ...opened }, setOpened] = useState(settings);
  const form = useFields(valuesOf(opened), settingsProblems);
  const changes = changedSettings(form.values, opened);
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedChanges(isChanged);

  // A first step leads to its field.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading || !form.check()) return;
    setFailure(null);
    const { error } = await save({ id: organizationId, changes });
    if (!error) {
      setOpened((before) => ({ ...before, ...changes }));
      await recheckUser();
      toast.success('Settings saved');
      return;
    }
    const refused = error as AppError;
    if (isField(refused.field, form.values)) form.refuse(refused.field, refused.userMessage);
    else setFailure(refused);
  }

  return (
    <form noValidate className="profile-settings" onSubmit={(event) => void submit(event)}>
      <AgencySection form={form} timeZone={opened.timeZone} />
      <MoneySection form={form} fixed={hasSales || settings.hasSales ? opened.currency : null} />
      <CommissionSection form={form} saved={opened.receiptPolicy} proposed={proposedTracking} />
      <PayoutsSection form={form} />
      <StatementsSection form={form} />
      <OfflineSection form={form} />
      <div className="profile-save">
        {failure && (
          <InlineBanner tone="danger" title="The settings were not saved">
            {displayMessage(failure)}
          </InlineBanner>
        )}
        <span className="pp-muted pp-sm" role="status">
          {isChanged && 'Not saved yet'}
        </span>
        <Button type="submit" variant="primary" loading={isLoading}>
          Save settings
        </Button>
      </div>
    </form>
  );
}

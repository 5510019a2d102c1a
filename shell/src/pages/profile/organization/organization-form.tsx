import { useMemo, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { displayMessage, percentInput, type AppError } from '@paperplane/shared/domain';
import { recheckUser, useCurrentUser, useToast, useUnsavedChanges } from '@paperplane/shared/platform';
import { InlineBanner, PercentField, SelectField, TextField } from '@paperplane/shared/ui';
import { useFields } from '../../auth/use-fields';
import { SaveRow } from '../save-row';
import { CURRENCIES, currencyLabel, timeZones } from './choices';
import { useSaveOrganizationSettingsMutation, type SettingsAnswer } from './organization-api';
import { organizationProblems, toSettings, type OrganizationValues } from './organization-rules';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

const typed = (settings: SettingsAnswer): OrganizationValues => ({
  organizationName: settings.organizationName,
  supportEmail: settings.supportEmail ?? '',
  defaultCommissionSplit: percentInput(settings.defaultCommissionSplit),
  timeZone: settings.timeZone,
  currency: settings.currency,
});

const isField = (name: string | undefined, values: OrganizationValues): name is keyof OrganizationValues =>
  name !== undefined && name in values;

/** The owner's form. */
export function OrganizationForm({ settings }: { settings: SettingsAnswer }) {
  const { organizationId } = useCurrentUser();
  const toast = useToast();
  const [save, { isLoading }] = useSaveOrganizationSettingsMutation();
  const [failure, setFailure] = useState<AppError | null>(null);
  const zones = useMemo(() => timeZones(settings.timeZone), [settings.timeZone]);
  const saved = typed(settings);
  const form = useFields(saved, (values) => organizationProblems(values, zones));
  const settled = toSettings(form.values, zones);
  useUnsavedChanges(JSON.stringify(settled) !== JSON.stringify(toSettings(saved, zones)));
  const { onChange, ...currency } = form.text('currency');

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading || !form.check()) return;
    setFailure(null);
    const { error } = await save({ id: organizationId, ...settled });
    if (!error) {
      form.set('timeZone', settled.timeZone);
      await recheckUser();
      toast.success('Organization saved');
      return;
    }
    const refused = error as AppError;
    if (isField(refused.field, form.values)) form.refuse(refused.field, refused.userMessage);
    else setFailure(refused);
  }

  return (
    <form noValidate className="pp-formgrid" onSubmit={(event) => void submit(event)}>
      {failure && (
        <div className="full">
          <InlineBanner tone="danger" title="The settings were not saved">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      <div className="full">
        <TextField label="Organization name" autoComplete="organization" {...form.text('organizationName')} />
      </div>
      <div className="full">
        <TextField
          label="Support email"
          type="email"
          optional
          hint="Where your team asks for help."
          {...form.text('supportEmail')}
          required={false}
        />
      </div>
      <PercentField
        label="Default commission split"
        hint="The agent’s share, for people who join from now on."
        {...form.text('defaultCommissionSplit')}
      />
      {settings.hasSales ? (
        <TextField
          label="Currency"
          name="currency"
          readOnly
          value={currencyLabel(settings.currency)}
          hint="Fixed since the first sale: sums never mix currencies."
        />
      ) : (
        <SelectField
          label="Currency"
          hint="Fixed with the first sale."
          options={CURRENCIES.map((code) => ({ value: code, label: currencyLabel(code) }))}
          {...currency}
          onChange={(event) => onChange(event as unknown as ChangeEvent<HTMLInputElement>)}
        />
      )}
      <div className="full">
        <TextField
          label="Time zone"
          list="time-zones"
          autoComplete="off"
          // The browser's list shows what matches the text: typing starts a new search.
          onFocus={({ target }) => target.select()}
          hint="Decides which day it is for your sales and reports."
          {...form.text('timeZone')}
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <SaveRow main busy={isLoading}>
        Save organization
      </SaveRow>
    </form>
  );
}

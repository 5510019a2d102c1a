import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { cx, DateField, FormDialog, Notice, TextField } from '@paperplane/shared/ui';
import '@paperplane/shared/ui/kit/choices.css';
import { useState } from 'react';
import { useSaveTaxSettingsMutation } from '../tax-api';
import { blankSettings, SETTINGS_FIELDS, settingsSchema, type SettingsForm } from '../tax-schema';
import type { TaxScheme, TaxSettings, TaxSettingsInput } from '../tax-types';
import { SCHEMES } from '../tax-words';
import { PartyFields } from './party-fields';

interface SettingsDialogProps {
  settings: TaxSettings;
  thisYear: number;
  onClose: () => void;
}

/** What an owner chooses: what is made for agents, and who pays, as it names the agency. */
export function SettingsDialog({ settings, thisYear, onClose }: SettingsDialogProps) {
  const { organization } = useCurrentUser();
  const toast = useToast();
  const [save] = useSaveTaxSettingsMutation();
  const [scheme, setScheme] = useState<TaxScheme>(settings.scheme);
  const [blank] = useState(() => blankSettings(settings, organization.name, thisYear));
  const { form, field, dialog } = useDialogForm<SettingsForm, TaxSettingsInput>({
    schema: settingsSchema(scheme),
    blank,
    fields: SETTINGS_FIELDS,
    save: async (input) => {
      await save(input).unwrap();
      toast.success('Tax forms saved');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const country = form.watch('country');
  const choose = (chosen: TaxScheme) => {
    setScheme(chosen);
    form.setValue('scheme', chosen, { shouldDirty: true });
    if (chosen === 'us' && !form.getValues('country')) form.setValue('country', 'US');
  };
  const refused = field('scheme').error;
  return (
    <FormDialog
      title="Tax forms for agents"
      submitLabel="Save"
      failedTitle="Not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <fieldset className="tax-choices">
        <legend className="pp-sr">What is made</legend>
        {(Object.keys(SCHEMES) as TaxScheme[]).map((one) => {
          const { label, text } = SCHEMES[one];
          return (
            <label key={one} className={cx('pp-choice', one === scheme && 'is-on')}>
              <input
                type="radio"
                name="scheme"
                value={one}
                checked={one === scheme}
                onChange={() => choose(one)}
              />
              <span>
                {label}
                <small>{text}</small>
              </span>
            </label>
          );
        })}
        {refused && <p role="alert">{refused}</p>}
      </fieldset>
      {scheme !== 'none' && (
        <div className="pp-formgrid">
          <PartyFields field={field} isUs={country === 'US'} nameHint="Of the agency, which pays." />
          <TextField
            label={scheme === 'us' ? 'EIN' : 'VAT number'}
            placeholder={scheme === 'us' ? '12-3456789' : 'DE123456789'}
            autoComplete="off"
            {...field('taxNumber')}
          />
          {scheme === 'us' ? (
            <TextField
              label="Payer’s state number"
              optional
              hint="Where your state gave you one."
              autoComplete="off"
              {...field('stateNumber')}
            />
          ) : (
            <DateField
              label="Notes for payments from"
              order={organization.dateOrder}
              {...field('notesFrom')}
            />
          )}
        </div>
      )}
      <Notice kind="info">
        {scheme === 'eu'
          ? 'Self-billing needs an agreement with each agent. This is no tax advice: ask your accountant.'
          : 'Nothing is filed from here. This is no tax advice: ask your accountant who needs a form.'}
      </Notice>
    </FormDialog>
  );
}

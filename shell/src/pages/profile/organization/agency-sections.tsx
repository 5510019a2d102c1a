import { useMemo } from 'react';
import { Combobox, findTexts, FormSection, SelectField, TextArea, TextField } from '@paperplane/shared/ui';
import { OFFLINE_READING, timeZoneChoices, type TimeZoneChoice } from './choices';
import type { SettingsForm } from './settings-rules';

/** A field that may be left empty. */
const optional = (form: SettingsForm, name: 'supportEmail' | 'phone' | 'postalAddress' | 'taxNumber') => ({
  ...form.text(name),
  required: false,
  optional: true,
});

/** Who the agency is, and where. @param timeZone the saved one, which is offered whether the browser knows it or not */
export function AgencySection({ form, timeZone }: { form: SettingsForm; timeZone: string }) {
  const zones = useMemo(() => timeZoneChoices(timeZone), [timeZone]);
  const { error, onBlur } = form.text('timeZone');
  return (
    <FormSection title="Agency" hint="Who you are, and where.">
      <div className="pp-formgrid">
        <div className="full">
          <TextField
            label="Organization name"
            autoComplete="organization"
            {...form.text('organizationName')}
          />
        </div>
        <div className="full">
          <TextField
            label="Support email"
            type="email"
            hint="Where your team asks for help."
            {...optional(form, 'supportEmail')}
          />
        </div>
        <Combobox<TimeZoneChoice>
          label="Time zone"
          name="timeZone"
          hint="Search by city. Decides which day it is for your sales and reports."
          error={error ?? null}
          items={zones}
          find={findTexts}
          itemKey={({ zone }) => zone}
          itemText={({ text }) => text}
          selected={zones.find(({ zone }) => zone === form.values.timeZone) ?? null}
          onSelect={(choice) => form.set('timeZone', choice?.zone ?? '')}
          onBlur={onBlur}
          emptyText="No city or time zone found"
        />
      </div>
    </FormSection>
  );
}

/** Who pays, as every statement from now on prints it. */
export function StatementsSection({ form }: { form: SettingsForm }) {
  return (
    <FormSection title="On statements" hint="Printed on every statement from now on.">
      <div className="pp-formgrid">
        <TextField label="Email on statements" type="email" autoComplete="off" {...form.text('email')} />
        <TextField label="Phone" type="tel" autoComplete="off" {...optional(form, 'phone')} />
        <div className="full">
          <TextArea label="Postal address" rows={3} {...optional(form, 'postalAddress')} />
        </div>
        <div className="full">
          <TextField
            label="Tax number"
            autoComplete="off"
            hint="With its kind, like EIN 12-3456789."
            {...optional(form, 'taxNumber')}
          />
        </div>
      </div>
    </FormSection>
  );
}

/** Whose devices keep what they opened. */
export function OfflineSection({ form }: { form: SettingsForm }) {
  return (
    <FormSection title="Reading offline" hint="On a flight, or where the line is bad.">
      <div className="pp-formgrid">
        <div className="full">
          <SelectField
            label="Who reads without a network"
            hint="What people opened stays readable on their device for 7 days: their own sales, commissions, departures and next payout, of agents their customers, too. Encrypted, without passports and bank details, and gone when they sign out."
            options={OFFLINE_READING}
            {...form.text('offlineReading')}
          />
        </div>
      </div>
    </FormSection>
  );
}

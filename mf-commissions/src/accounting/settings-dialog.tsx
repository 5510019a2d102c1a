import { useWatch } from '@paperplane/shared/forms';
import { useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { Checkbox, cx, FormDialog, SelectField, TextField } from '@paperplane/shared/ui';
import { useSaveJournalSettingsMutation } from './accounting-api';
import { accountLabel } from './account-words';
import type { Journal } from './accounting-types';
import { monthName, monthsBetween, monthText } from './months';
import {
  SETTINGS_FIELDS,
  SETTINGS_SCHEMA,
  settingsForm,
  type SettingsForm,
  type SettingsInput,
} from './settings-schema';

const BASES = [
  { value: 'expected', label: 'When it is expected', text: 'With the sale: receivables and balances.' },
  { value: 'received', label: 'When it is received', text: 'With the money: receipts and payments.' },
] as const;

const option = (value: string, label = value) => ({ value, label });
const YEAR = monthsBetween('2027-01-01', '2027-12-01').reverse();

/** How the books are kept: asked once. Recognition and first month stay once a month was exported. */
export function SettingsDialog({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const toast = useToast();
  const [save] = useSaveJournalSettingsMutation();
  const started = journal.exports.length > 0;
  const blank = settingsForm(journal);
  const { field, dialog, form } = useDialogForm<SettingsForm, SettingsInput>({
    schema: SETTINGS_SCHEMA,
    blank,
    fields: SETTINGS_FIELDS,
    save: async ({ payingAccountId, xeroTaxRate, datevConsultant, datevClient, ...rest }) => {
      await save({
        ...rest,
        ...(payingAccountId && { payingAccountId }),
        ...(xeroTaxRate && { xeroTaxRate }),
        ...(datevConsultant !== null && { datevConsultant }),
        ...(datevClient !== null && { datevClient }),
      }).unwrap();
      toast.success('Saved');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty && !dialog.busy);
  const basis = useWatch({ control: form.control, name: 'basis' });
  const { error, ...radio } = field('basis');
  const banks = journal.accounts.filter(({ bankAccountId }) => bankAccountId !== null);
  const months = monthsBetween(
    blank.since < journal.firstMonth ? blank.since : journal.firstMonth,
    blank.since > journal.thisMonth ? blank.since : journal.thisMonth,
  );
  return (
    <FormDialog
      title="How the books are kept"
      subtitle={started ? 'Recognition and first month stay: a month was exported.' : undefined}
      submitLabel="Save"
      failedTitle="Not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
    >
      <fieldset className="pp-field full journal-bases">
        <legend className="pp-label">Commission is recognized</legend>
        {BASES.map(({ value, label, text }) => (
          <label key={value} className={cx('pp-choice', basis === value && 'is-on')}>
            <input type="radio" value={value} disabled={started} {...radio} />
            <span>
              {label} <small>{text}</small>
            </span>
          </label>
        ))}
        {error && (
          <p className="pp-error" role="alert">
            {error}
          </p>
        )}
      </fieldset>
      <SelectField
        label="First month of the journal"
        options={months.map((month) => option(month, monthText(month)))}
        disabled={started}
        {...field('since')}
      />
      <SelectField
        label="Agents are paid from"
        options={banks.map((account) => option(account.bankAccountId ?? '', accountLabel(account)))}
        placeholder={banks.length === 1 ? 'The only account' : 'No account'}
        {...field('payingAccountId')}
      />
      <div className="full">
        <Checkbox
          label="Name vendors and agents in files for QuickBooks"
          aria-describedby="quickbooks-names"
          {...field('quickbooksNames')}
        />
        <p className="pp-hint journal-names" id="quickbooks-names">
          For accounts of the kinds receivable and payable. There, vendors have to be customers and agents
          vendors, by the same names.
        </p>
      </div>
      <TextField label="Tax rate in Xero" hint="As it is called there." {...field('xeroTaxRate')} />
      <SelectField
        label="Fiscal year begins with"
        options={YEAR.map((month, n) => option(String(n + 1), monthName(month)))}
        {...field('datevFirstMonth')}
      />
      <TextField label="DATEV consultant" optional inputMode="numeric" {...field('datevConsultant')} />
      <TextField label="DATEV client" optional inputMode="numeric" {...field('datevClient')} />
      <SelectField
        label="Digits of DATEV accounts"
        options={['4', '5', '6', '7', '8'].map((length) => option(length))}
        {...field('datevAccountLength')}
      />
    </FormDialog>
  );
}

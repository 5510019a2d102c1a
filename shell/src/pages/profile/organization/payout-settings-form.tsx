import { useState } from 'react';
import { displayMessage, type AppError, type MoneyReading } from '@paperplane/shared/domain';
import { useUnsavedChanges } from '@paperplane/shared/platform';
import { Checkbox, InlineBanner, MoneyField, SelectField } from '@paperplane/shared/ui';
import { SaveRow } from '../save-row';
import type { PayoutHold, PayoutSettings, ShortPaymentShare } from './organization-api';
import { HOLDS, payoutValues, readPayoutValues, SHORT_PAYMENTS, type PayoutValues } from './payout-rules';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

interface PayoutSettingsFormProps {
  saved: PayoutSettings;
  money: MoneyReading;
  busy: boolean;
  failure: AppError | null;
  onSave: (settings: PayoutSettings) => void;
}

/** When a commission can be paid to its agent, from which sum on, and whether two people look at it. */
export function PayoutSettingsForm({ saved, money, busy, failure, onSave }: PayoutSettingsFormProps) {
  const [values, setValues] = useState(() => payoutValues(saved));
  const [checked, setChecked] = useState(false);
  const { settings, problem } = readPayoutValues(values, money);
  useUnsavedChanges(
    JSON.stringify(settings ?? values) !==
      JSON.stringify(readPayoutValues(payoutValues(saved), money).settings),
  );
  const change = (changes: Partial<PayoutValues>) => setValues({ ...values, ...changes });
  return (
    <form
      noValidate
      className="pp-formgrid"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!busy && settings) onSave(settings);
      }}
    >
      {failure && (
        <div className="full">
          <InlineBanner tone="danger" title="The settings were not saved">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      <div className="full">
        <SelectField
          label="An agent can be paid"
          name="holdUntil"
          options={HOLDS}
          value={values.holdUntil}
          onChange={({ target }) => change({ holdUntil: target.value as PayoutHold })}
        />
      </div>
      <div className="full">
        <MoneyField
          label="Smallest payment"
          name="minimumAmount"
          optional
          money={money}
          hint="Agents who would get less wait for the next payout."
          error={checked ? problem : null}
          value={values.minimumAmount}
          onChange={({ target }) => change({ minimumAmount: target.value })}
          onBlur={({ target }) => {
            setChecked(true);
            change({ minimumAmount: target.value });
          }}
        />
      </div>
      <div className="full">
        <Checkbox
          name="secondApproval"
          label="A second person approves"
          checked={values.secondApproval}
          onChange={({ target }) => change({ secondApproval: target.checked })}
        />
      </div>
      <div className="full">
        <SelectField
          label="Of a short payment agents get"
          name="paidOn"
          hint="Counts once the rest is written off. Whoever was paid already gets a correction in the next payout."
          options={SHORT_PAYMENTS}
          value={values.paidOn}
          onChange={({ target }) => change({ paidOn: target.value as ShortPaymentShare })}
        />
      </div>
      <SaveRow busy={busy}>Save payout settings</SaveRow>
    </form>
  );
}

import { formatPercent, vendorRateOn, type MoneyReading } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { FormSection, MoneyField, PercentField, TextField } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { VendorOption } from '../sale';
import type { SaleEditor } from './use-sale-editor';

interface AmountsSectionProps {
  editor: SaleEditor;
  vendor: VendorOption | null;
  money: MoneyReading;
  locked: boolean;
  /** Below the fields: what else there may be. */
  children?: ReactNode;
}

/** Total, rate and commission: whichever of the last two is typed, the other one follows. */
export function AmountsSection({ editor, vendor, money, locked, children }: AmountsSectionProps) {
  const day = useWatch({ control: editor.form.control, name: 'saleDate' });
  const usual = vendor && vendorRateOn(vendor, day);
  return (
    <FormSection
      title="Amounts"
      hint={
        locked
          ? 'These can no longer be changed.'
          : 'Change the rate or the commission: the other one follows.'
      }
    >
      <div className="pp-formgrid three">
        <MoneyField
          label="Total amount"
          money={money}
          readOnly={locked}
          {...editor.amountField('totalAmount')}
        />
        <PercentField
          label="Commission rate"
          readOnly={locked}
          hint={usual == null ? undefined : `${vendor?.name} default: ${formatPercent(usual)}`}
          {...editor.amountField('commissionRate')}
        />
        <MoneyField
          label="Commission amount"
          money={money}
          readOnly={locked}
          {...editor.amountField('commissionAmount')}
        />
        <TextField
          label="Currency"
          name="currency"
          value={money.currency}
          readOnly
          hint="Set by your agency."
        />
        {children && <div className="full">{children}</div>}
      </div>
    </FormSection>
  );
}

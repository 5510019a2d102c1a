import { formatPercent, type MoneyReading } from '@paperplane/shared/domain';
import { FormSection, MoneyField, PercentField, TextField } from '@paperplane/shared/ui';
import type { VendorOption } from '../sale';
import type { SaleEditor } from './use-sale-editor';

interface AmountsSectionProps {
  editor: SaleEditor;
  vendor: VendorOption | null;
  money: MoneyReading;
  locked: boolean;
}

/** Total, rate and commission: whichever of the last two is typed, the other one follows. */
export function AmountsSection({ editor, vendor, money, locked }: AmountsSectionProps) {
  const usual = vendor?.defaultCommissionRate;
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
      </div>
    </FormSection>
  );
}

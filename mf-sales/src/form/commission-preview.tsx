import { formatMoneyExact, formatPercent, type MoneyReading } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { Calculation } from '@paperplane/shared/ui';
import { commissionFigures } from './commission-figures';
import type { SaleEditor } from './use-sale-editor';

/** What the typed amounts come to, live; announced politely. */
export function CommissionPreview({ form, money }: { form: SaleEditor['form']; money: MoneyReading }) {
  const [totalAmount, commissionRate, commissionAmount, commissionBasis] = useWatch({
    control: form.control,
    name: ['totalAmount', 'commissionRate', 'commissionAmount', 'commissionBasis'],
  });
  const { total, rate, amount } = commissionFigures(
    { totalAmount, commissionRate, commissionAmount, commissionBasis },
    money,
  );
  const { currency } = money;
  const kept = total === null || amount === null || amount > total ? null : total - amount;
  return (
    <>
      <p className="pp-muted pp-sm">Commission</p>
      <output
        className="sale-preview-sum"
        htmlFor="field-totalAmount field-commissionRate field-commissionAmount"
      >
        {formatMoneyExact(amount, currency)}
      </output>
      <div className="sale-preview-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, rate ?? 0)}%` }} />
      </div>
      <Calculation
        rows={[
          { label: 'Total amount', value: formatMoneyExact(total, currency) },
          { label: 'Rate', value: formatPercent(rate) },
          { label: 'Vendor keeps', value: formatMoneyExact(kept, currency), sum: true },
        ]}
      />
    </>
  );
}

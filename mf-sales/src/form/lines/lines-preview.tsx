import { formatMoneyExact, formatPercent, sumsOfLines, type MoneyReading } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { Calculation } from '@paperplane/shared/ui';
import type { SaleEditor } from '../use-sale-editor';
import { lineOf } from './line-schema';

/** What a sale with lines earns, live: the vendor's commission and the agency's own fee. */
export default function LinesPreview({ form, money }: { form: SaleEditor['form']; money: MoneyReading }) {
  const lines = useWatch({ control: form.control, name: 'lines' });
  const { fee, commission, rate, toDivide, total } = sumsOfLines(lines.map((line) => lineOf(line, money)));
  const exact = (amount: number) => formatMoneyExact(amount, money.currency);
  return (
    <>
      <p className="pp-muted pp-sm">To divide</p>
      <output className="sale-preview-sum">{exact(toDivide)}</output>
      <div className="sale-preview-bar" aria-hidden="true">
        <i style={{ width: `${total > 0 ? Math.min(100, (100 * toDivide) / total) : 0}%` }} />
      </div>
      <Calculation
        rows={[
          { label: 'Customer pays', value: exact(total) },
          { label: `Commission, ${formatPercent(rate)}`, value: exact(commission) },
          ...(fee === 0 ? [] : [{ label: 'Service fee', value: exact(fee) }]),
          { label: 'To divide', value: exact(toDivide), sum: true },
        ]}
      />
    </>
  );
}

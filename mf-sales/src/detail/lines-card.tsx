import {
  formatMoneyExact,
  formatPercent,
  LINE_LABELS,
  sumsOfLines,
  type SaleLine,
} from '@paperplane/shared/domain';
import { Card, cx } from '@paperplane/shared/ui';
import { LineIcon } from '../lines/line-icon';
import type { SaleDetail } from '../sale';
import './lines-card.css';

/** An amount among others of one currency, which the sums below name. */
const plain = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

function Row({ line }: { line: SaleLine }) {
  const { kind, text, amount, earns, rate, commission } = line;
  const isFee = kind === 'service_fee';
  return (
    <tr>
      <td className="is-kind">
        <span>
          <LineIcon kind={kind} />
          {LINE_LABELS[kind]}
        </span>
      </td>
      <td className="is-text">{text ?? LINE_LABELS[kind]}</td>
      <td className="r">{plain(amount)}</td>
      <td className={cx('r is-rate', earns === 'nothing' && !isFee && 'is-none')}>
        {isFee ? 'ours' : earns === 'rate' ? formatPercent(rate) : earns === 'amount' ? 'amount' : '–'}
      </td>
      <td className="r">{isFee ? plain(amount) : earns === 'nothing' ? '–' : plain(commission)}</td>
    </tr>
  );
}

/** What a sale is made of, and what of it earns (docs/product/sales.md, Lines of a sale). */
export default function LinesCard({ sale: { lines, currency, vendor } }: { sale: SaleDetail }) {
  const sums = sumsOfLines(lines);
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <Card
      title={
        <>
          Lines <span className="pp-tag">{lines.length}</span>
        </>
      }
      className="sale-lines-card"
      action={<span className="pp-muted pp-sm">{formatPercent(sums.rate)} effective</span>}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Text</th>
            <th scope="col" className="r">
              Amount
            </th>
            <th scope="col" className="r">
              Rate
            </th>
            <th scope="col" className="r">
              Commission
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, n) => (
            <Row key={n} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Through {vendor.name}
            </th>
            <td className="r">{plain(sums.through)}</td>
            <td className="r is-rate">{formatPercent(sums.rate)}</td>
            <td className="r">{plain(sums.commission)}</td>
          </tr>
          {sums.fee > 0 && (
            <tr>
              <th scope="row" colSpan={2}>
                Agency’s service fee
              </th>
              <td className="r">{plain(sums.fee)}</td>
              <td />
              <td className="r">{plain(sums.fee)}</td>
            </tr>
          )}
          <tr className="is-total">
            <th scope="row" colSpan={2}>
              Customer pays, and what there is to divide
            </th>
            <td className="r">{money(sums.total)}</td>
            <td />
            <td className="r">{money(sums.toDivide)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

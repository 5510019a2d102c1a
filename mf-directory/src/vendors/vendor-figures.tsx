import { formatCount, formatMoney, pluralWord } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Card } from '@paperplane/shared/ui';
import '../parts/record.css';
import type { Vendor, VendorFigure, VendorFigures as Figures } from './vendor';
import './vendor-page.css';

interface VendorFiguresProps {
  vendor: Vendor;
  figures: Figures;
  currency: string;
}

/** Sold, expected, received and overdue; each leads to the list behind it. */
export function VendorFigures({ vendor, figures, currency }: VendorFiguresProps) {
  const commissions = (more: object) => paths.commissions.href({ vendorId: vendor.id, ...more });
  const items: { label: string; figure: VendorFigure; noun: string; to: string; late?: boolean }[] = [
    {
      label: 'Revenue',
      figure: { count: figures.salesCount, amount: figures.totalAmount },
      noun: 'sale',
      to: paths.sales.href({ vendorId: vendor.id }),
    },
    {
      label: 'Expected commission',
      // All the vendor owes, late or not: the list behind it tells them apart.
      figure: {
        count: figures.expected.count + figures.overdue.count,
        amount: figures.expected.amount + figures.overdue.amount,
      },
      noun: 'commission',
      to: commissions({ status: 'unpaid' }),
    },
    {
      label: 'Overdue commission',
      figure: figures.overdue,
      noun: 'commission',
      to: commissions({ overdue: 'true', sort: 'dueOn', dir: 'asc' }),
      late: figures.overdue.count > 0,
    },
    {
      label: 'Received commission',
      figure: figures.received,
      noun: 'commission',
      to: commissions({}),
    },
  ];
  return (
    <Card padded={false} label="Figures">
      <dl className="record-figs">
        {items.map(({ label, figure, noun, to, late }) => (
          <div key={label} className={late ? 'vendor-figure is-late' : 'vendor-figure'}>
            <dt>{label}</dt>
            <dd>
              <Link to={to} aria-label={`${label}: ${formatMoney(figure.amount, { currency })}`}>
                {formatMoney(figure.amount, { currency })}
              </Link>
              <small>
                {formatCount(figure.count)} {pluralWord(figure.count, noun)}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

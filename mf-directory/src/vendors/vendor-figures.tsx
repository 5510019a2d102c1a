import {
  agentsPaidText,
  commissionSum,
  formatCount,
  formatMoney,
  plural,
  pluralWord,
  statusLabel,
  trackedText,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Card } from '@paperplane/shared/ui';
import '../parts/record.css';
import type { Vendor, VendorFigures as Figures } from './vendor';
import './vendor-page.css';

interface VendorFiguresProps {
  vendor: Vendor;
  figures: Figures;
  currency: string;
}

/** Sold, expected, overdue, and received by receipts: matched deposits and manual ones. What is a link leads to a list with that very sum. */
export function VendorFigures({ vendor, figures, currency }: VendorFiguresProps) {
  const money = (amount: number) => formatMoney(amount, { currency });
  const commissions = (more: object) => paths.commissions.href({ vendorId: vendor.id, ...more });
  const items: {
    label: string;
    figure: { count: number; amount: number };
    noun: string;
    to: string;
    notes?: readonly (string | null)[];
    late?: boolean;
  }[] = [
    {
      label: 'Revenue',
      figure: { count: figures.salesCount, amount: figures.totalAmount },
      noun: 'sale',
      to: paths.sales.href({ vendorId: vendor.id, status: 'active' }),
    },
    {
      label: 'Expected commission',
      // All the vendor has not paid, late or not: the rows behind it tell them apart.
      figure: {
        count: figures.expected.count + figures.overdue.count,
        amount: figures.expected.amount + figures.overdue.amount,
      },
      noun: 'commission',
      to: paths.report.href('aging', { vendorId: vendor.id, row: `${vendor.id}:all` }),
    },
    {
      label: 'Overdue commission',
      figure: figures.overdue,
      noun: 'commission',
      to: commissions({ overdue: 'true', sort: 'dueOn', dir: 'asc' }),
      notes: [agentsPaidText(figures.overdue, currency), trackedText(figures.overdue.trackedSince)],
      late: figures.overdue.count > 0,
    },
  ];
  const { received, fundsReceived, agentPaid } = figures;
  const [arrived, owed] = [money(received.amount), money(received.owed)];
  // Where the commissions of paid sales stand: as the list of each status says it.
  const parts = [
    { status: 'funds_received', figure: fundsReceived },
    { status: 'agent_paid', figure: agentPaid },
  ] as const;
  return (
    <Card padded={false} label="Figures">
      <dl className="record-figs">
        {items.map(({ label, figure, noun, to, notes = [], late }) => (
          <div key={label} className={late ? 'vendor-figure is-late' : 'vendor-figure'}>
            <dt>{label}</dt>
            <dd>
              <Link to={to} aria-label={`${label}: ${money(figure.amount)}`}>
                {money(figure.amount)}
              </Link>
              <small>
                {[`${formatCount(figure.count)} ${pluralWord(figure.count, noun)}`, ...notes]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </dd>
          </div>
        ))}
        <div className="vendor-figure">
          <dt>Received commission</dt>
          <dd>
            {arrived}
            <small>
              {arrived !== owed && `of ${owed} · `}
              {plural(received.count, 'receipt')}
              {received.takenBack > 0 &&
                ` · Taken back ${money(received.takenBack)} · Net ${money(received.net)}`}
            </small>
          </dd>
          {parts
            .filter(({ figure }) => figure.count > 0)
            .map(({ status, figure }) => ({ status, sum: money(commissionSum(figure, status, true)) }))
            .map(({ status, sum }) => (
              <dd key={status} className="vendor-part">
                <Link to={commissions({ status })} aria-label={`${statusLabel(status)}: ${sum}`}>
                  {statusLabel(status)} {sum}
                </Link>
              </dd>
            ))}
        </div>
      </dl>
    </Card>
  );
}

import { displayName, formatDate, formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Badge, Card } from '@paperplane/shared/ui';
import type { Parts } from './dashboard';

interface PaymentsDueCardProps {
  due: Parts['paymentsDue'];
  currency: string;
}

/** What customers are to pay, the earliest day first (docs/product/dashboard.md, Payments due). */
export function PaymentsDueCard({ due, currency }: PaymentsDueCardProps) {
  const { count, amount, rows } = due;
  return (
    <Card
      title="Payments due"
      padded={false}
      line={false}
      action={
        <span className="pp-muted pp-sm">
          {plural(count, 'payment')}, {formatMoneyExact(amount, currency)}
        </span>
      }
    >
      <ul className="pp-list dashboard-due">
        {rows.map((row) => (
          <li key={`${row.salesId} ${row.kind} ${row.dueOn}`}>
            <span className="pp-grow">
              <Link className="pp-tlink pp-trunc" to={paths.sale.href(row.salesId)}>
                {displayName({ firstName: row.customerFirstName, lastName: row.customerLastName })} ·{' '}
                {row.bookingReference}
              </Link>
              <small className="pp-muted pp-sm">
                {row.kind === 'deposit' ? 'Deposit' : 'Final payment'} due {formatDate(row.dueOn)}
              </small>
            </span>
            {row.overdue && <Badge color="red">Overdue</Badge>}
            <span className="pp-num pp-strong">{formatMoneyExact(row.open, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

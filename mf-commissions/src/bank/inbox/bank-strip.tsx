import {
  agentsPaidText,
  daysUntil,
  formatMoney,
  plural,
  trackedText,
  type IsoDate,
} from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { Clock, Inbox, StatusGlyph } from '@paperplane/shared/ui';
import { StripFigure } from '../../parts/strip-figure';
import type { BankInbox } from '../bank-types';
import type { BankValues } from './bank-query';

interface BankStripProps {
  /** Undefined while it loads or when it did not. */
  strip: BankInbox['strip'] | undefined;
  failed: boolean;
  currency: string;
  today: IsoDate;
  to: (changes: Partial<BankValues>) => string;
}

/** `February`, and the month before it. */
function months(today: IsoDate): [string, string] {
  const name = (day: Date) => day.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  const before = new Date(first);
  before.setUTCMonth(before.getUTCMonth() - 1);
  return [name(first), name(before)];
}

/** Where the money stands; each figure leads to what it counts. */
export function BankStrip({ strip, failed, currency, today, to }: BankStripProps) {
  const money = (amount: number) => formatMoney(amount, { currency });
  const [month, monthBefore] = months(today);
  const { review, matched, unclaimed, overdue } = strip ?? {};
  const age = unclaimed?.oldestOn ? -(daysUntil(unclaimed.oldestOn, today) ?? 0) : null;
  return (
    <section className="pp-card strip" aria-label="Money in and out">
      <StripFigure
        to={to({ view: 'review' })}
        label="To review"
        icon={<Inbox className="pp-i" />}
        figure={review && money(review.amountIn)}
        notes={
          review && [
            plural(review.count, 'transaction'),
            review.amountOut > 0 && `${money(review.amountOut)} out`,
          ]
        }
        failed={failed}
      />
      <StripFigure
        to={to({ view: 'matched' })}
        label={
          <span>
            Matched in {month.slice(0, 3)}
            <span className="only-d">{month.slice(3)}</span>
          </span>
        }
        icon={<StatusGlyph status="paid" />}
        tone="s-paid"
        figure={matched && money(matched.amount)}
        notes={matched && [plural(matched.count, 'deposit'), `${monthBefore} ${money(matched.amountBefore)}`]}
        failed={failed}
      />
      <StripFigure
        to={to({ view: 'unclaimed' })}
        label="Unclaimed"
        icon={<StatusGlyph status="unpaid" />}
        tone="s-unpaid"
        figure={unclaimed && money(unclaimed.amount)}
        notes={
          unclaimed && [
            plural(unclaimed.count, 'deposit'),
            age !== null && (age > 0 ? `oldest ${plural(age, 'day')}` : 'from today'),
          ]
        }
        failed={failed}
      />
      <StripFigure
        to={paths.report.href('aging')}
        label={
          <span>
            Overdue<span className="only-d"> from vendors</span>
          </span>
        }
        icon={<Clock className="pp-i" />}
        figure={overdue && money(overdue.amount)}
        notes={
          overdue && [
            plural(overdue.count, 'commission'),
            plural(overdue.vendors, 'vendor'),
            agentsPaidText(overdue, currency) ?? false,
            trackedText(overdue.trackedSince),
          ]
        }
        failed={failed}
      />
    </section>
  );
}

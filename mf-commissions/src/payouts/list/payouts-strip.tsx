import { formatMoney, plural } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { Plane, StatusGlyph } from '@paperplane/shared/ui';
import { StripFigure } from '../../parts/strip-figure';
import type { PayoutStrip } from '../payout-types';

interface PayoutsStripProps {
  /** Undefined while it loads, or when it did not. */
  strip: PayoutStrip | undefined;
  failed: boolean;
  currency: string;
  /** The organization's today is in it. */
  year: string;
}

/** What can be paid, what waits, and what was paid this year. */
export function PayoutsStrip({ strip, failed, currency, year }: PayoutsStripProps) {
  const money = (amount: number) => formatMoney(amount, { currency });
  const { ready, held, travel } = strip ?? {};
  return (
    <section className="pp-card strip" aria-label="What is payable">
      <StripFigure
        to={paths.commissions.href({ ready: 'true' })}
        label="Ready to pay"
        icon={<StatusGlyph status="funds_received" />}
        tone="s-funds_received"
        figure={ready && money(ready.amount)}
        notes={ready && [plural(ready.agents, 'agent'), plural(ready.count, 'commission')]}
        failed={failed}
      />
      <StripFigure
        label="Held"
        icon={<StatusGlyph status="held" />}
        tone="s-held"
        figure={held && money(held.amount)}
        notes={held && [plural(held.count, 'commission'), plural(held.agents, 'agent')]}
        failed={failed}
      />
      <StripFigure
        label="Waiting for travel"
        icon={<Plane className="pp-i" />}
        figure={travel && money(travel.amount)}
        notes={travel && [plural(travel.count, 'commission')]}
        failed={failed}
      />
      <StripFigure
        to={paths.report.href('agents-year')}
        label={`Paid in ${year}`}
        icon={<StatusGlyph status="paid" />}
        tone="s-agent_paid"
        figure={strip && money(strip.thisYear)}
        notes={
          strip && [
            plural(strip.payouts, 'payout'),
            strip.lastYear > 0 && `${Number(year) - 1} ${money(strip.lastYear)}`,
          ]
        }
        failed={failed}
      />
    </section>
  );
}

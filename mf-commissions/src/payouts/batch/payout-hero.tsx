import {
  formatMoneyExact,
  formatShortDate,
  formatWeekday,
  sumAmounts,
  today as todayIn,
} from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Figures, RouteStepper, type Figure, type RouteStep } from '@paperplane/shared/ui';
import type { Payout } from '../payout-types';

/** What is paid in all, when, and where the payout stands. */
export function PayoutHero({ record }: { record: Payout }) {
  const { payout, held, open, unfunded } = record;
  const { timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  const money = (amount: number) => formatMoneyExact(amount, payout.currency);
  const figures: Figure[] = [
    { label: 'Agents', value: payout.agents },
    { label: 'Commissions', value: payout.commissions },
  ];
  if (unfunded.count > 0)
    figures.push({
      label: 'Not received from vendors',
      value: money(unfunded.amount),
      note: unfunded.count,
    });
  if (payout.status === 'draft' || payout.status === 'approved' || payout.status === 'scheduled')
    figures.push({
      label: 'Held',
      value: money(sumAmounts(held)),
      note: held.length || undefined,
    });
  if (open)
    figures.push({
      label: 'Waiting for travel',
      value: money(open.travel.amount),
      note: open.travel.count || undefined,
    });
  return (
    <section className="pp-card pp-hero payout-hero" aria-label="State">
      <div className="pp-hero-top">
        <div>
          <span className="pp-muted pp-sm">{whenText(payout)}</span>
          <b className="pp-big pp-big-lg">{money(payout.amount)}</b>
        </div>
        <Figures items={figures} />
      </div>
      <RouteStepper steps={steps(payout, (at) => formatShortDate(at, today, timeZone), today)} />
    </section>
  );
}

function whenText({ status, plannedOn, paidOn }: Payout['payout']): string {
  if (paidOn) return `Paid on ${formatWeekday(paidOn)}`;
  if (status === 'scheduled' && plannedOn) return `Planned for ${formatWeekday(plannedOn)}`;
  if (status === 'discarded') return 'Discarded, nothing was paid';
  return plannedOn ? `To pay on ${formatWeekday(plannedOn)}` : 'To pay';
}

/** Draft, approved, scheduled where it is paid on a day to come, paid; or draft, discarded. */
function steps(payout: Payout['payout'], day: (at: string) => string, today: string): RouteStep[] {
  const { status, createdAt, createdBy, approvedAt, approvedBy, paidOn, plannedOn, discardedAt, by } = payout;
  const { scheduledAt, scheduledBy } = payout;
  const draft = { status: 'draft', note: `${day(createdAt)} by ${createdBy}` } as const;
  if (status === 'discarded')
    return [
      { ...draft, state: 'done' },
      { status: 'discarded', state: 'now', note: discardedAt && day(discardedAt) },
    ];
  const planned = plannedOn ? `Planned for ${formatShortDate(plannedOn, today)}` : 'Next: pay it';
  const isToCome = !paidOn && plannedOn !== null && (plannedOn > today || status === 'scheduled');
  const scheduled: RouteStep[] =
    isToCome || scheduledAt
      ? [
          {
            status: 'scheduled',
            state: status === 'scheduled' ? 'now' : status === 'paid' ? 'done' : 'todo',
            note: scheduledAt ? `${day(scheduledAt)} by ${scheduledBy ?? 'Unknown'}` : planned,
          },
        ]
      : [];
  return [
    { ...draft, state: status === 'draft' ? 'now' : 'done' },
    {
      status: 'approved',
      state: status === 'draft' ? 'todo' : status === 'approved' ? 'now' : 'done',
      note: approvedAt ? `${day(approvedAt)} by ${approvedBy ?? 'Unknown'}` : 'Next: check and approve',
    },
    ...scheduled,
    {
      status: 'paid',
      state: status === 'paid' ? 'now' : 'todo',
      note: paidOn
        ? `${formatShortDate(paidOn, today)}${by ? ` by ${by.firstName} ${by.lastName}` : ''}`
        : isToCome
          ? `By itself on ${formatShortDate(plannedOn, today)}`
          : status === 'draft' && !plannedOn
            ? undefined
            : planned,
    },
  ];
}

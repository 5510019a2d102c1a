import { displayName, formatDateTime, plural } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Card,
  Gift,
  ListChecks,
  Plus,
  StatusGlyph,
  Timeline,
  Undo2,
  X,
  type TimelineItem,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { exactMoney, lineWord } from '../parts/payout-words';
import type { Payout, PayoutEvent } from '../payout-types';

type Told = Pick<TimelineItem, 'status' | 'icon' | 'detail'> & { what: ReactNode };

/** What happened to the payout, newest first. */
export function PayoutHistory({ record }: { record: Payout }) {
  const { timeZone } = useCurrentUser().organization;
  const items = record.events.map((event, index): TimelineItem => {
    const { what, ...look } = describe(event, record);
    return {
      id: `${event.at}-${index}`,
      at: event.at,
      when: formatDateTime(event.at, timeZone),
      text: (
        <>
          <b>{event.by}</b> {what}
        </>
      ),
      ...look,
    };
  });
  return (
    <Card title="History" className="payout-history">
      <Timeline label="History of the payout" items={items} />
    </Card>
  );
}

function describe({ action, details }: PayoutEvent, record: Payout): Told {
  const { currency } = record.payout;
  const money = (amount = 0) => exactMoney(amount, currency);
  switch (action) {
    case 'started':
      return {
        status: 'draft',
        what: `started the draft with ${cameIn(details)}`,
      };
    case 'collected':
      return {
        icon: <Plus className="pp-i" />,
        what: `added ${cameIn(details)}`,
      };
    case 'removed':
      return { icon: <X className="pp-i" />, what: `took out ${plural(details.lines ?? 0, 'line')}` };
    case 'held':
      return {
        icon: <StatusGlyph status="held" />,
        what: <>held {commissionName(details.commissionId, record)}</>,
        detail: details.reason,
      };
    case 'released':
      return {
        icon: <ListChecks className="pp-i" />,
        what: <>released {commissionName(details.commissionId, record)}</>,
      };
    case 'adjusted':
    case 'adjustment_removed': {
      const kind = lineWord(details.kind ?? 'correction').toLowerCase();
      return {
        icon: <Gift className="pp-i" />,
        what: `${action === 'adjusted' ? 'added' : 'deleted'} a ${kind} of ${money(details.amount)}${agentName(details.agentId, record)}`,
        detail: details.note,
      };
    }
    case 'approved':
      return { status: 'approved', what: `approved ${money(details.amount)}` };
    case 'reopened':
      return { icon: <Undo2 className="pp-i" />, what: 'took it back to a draft' };
    case 'discarded':
      return { status: 'discarded', what: 'discarded the payout' };
    case 'paid':
      return { status: 'paid', what: `recorded ${money(details.amount)} as paid` };
    default:
      return { icon: <ListChecks className="pp-i" />, what: 'changed the payout' };
  }
}

/** "33 commissions and 2 adjustments" */
function cameIn({ commissions = 0, adjustments = 0 }: PayoutEvent['details']): string {
  const parts = [
    (commissions > 0 || adjustments === 0) && plural(commissions, 'commission'),
    adjustments > 0 && plural(adjustments, 'adjustment'),
  ];
  return parts.filter(Boolean).join(' and ');
}

/** " for Sofia Marino"; nothing for who is no longer in it. */
function agentName(id: string | undefined, { agents }: Payout): string {
  const agent = agents.find((each) => each.id === id);
  return agent ? ` for ${displayName(agent)}` : '';
}

/** Its booking, as long as the payout knows it. */
function commissionName(id: string | undefined, { lines, held, agents }: Payout): ReactNode {
  const found = [...lines, ...held].find(({ commissionId }) => commissionId === id);
  if (!found?.bookingReference) return 'a commission';
  const agent = agents.find((each) => each.id === found.agentId);
  return (
    <>
      <span className="payout-nw">{found.bookingReference}</span>
      {agent && ` of ${displayName(agent)}`}
    </>
  );
}

import { displayName, formatDateTime, formatDay, plural } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Card,
  CircleAlert,
  Gift,
  ListChecks,
  Plus,
  StatusGlyph,
  Timeline,
  Undo2,
  Users,
  X,
  type TimelineItem,
} from '@paperplane/shared/ui';
import { failureText, payoutNote, problemText } from '@paperplane/shared/words';
import type { ReactNode } from 'react';
import { exactMoney, lineWord } from '../parts/payout-words';
import type { Payout, PayoutEvent, ToldLine } from '../payout-types';

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
          {event.by && !event.details.byItself && <b>{event.by} </b>}
          {what}
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

function describe(event: PayoutEvent, record: Payout): Told {
  const { action, details } = event;
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
    case 'added': {
      const removed = action === 'removed';
      return {
        icon: removed ? <X className="pp-i" /> : <Plus className="pp-i" />,
        what: `${removed ? 'took out' : 'put back'} ${plural(details.lines ?? 0, 'line')}`,
        detail: <ToldLines items={details.items} lines={details.lines} money={money} />,
      };
    }
    case 'held':
      return {
        icon: <StatusGlyph status="held" />,
        what: details.lines ? (
          <>
            held {plural(details.lines, 'commission')} of {money(details.amount)}
          </>
        ) : (
          <>
            held {commissionName(details, record)}
            {details.bookingReference && details.amount !== undefined && `, ${money(details.amount)}`}
          </>
        ),
        detail: details.items ? (
          <>
            {details.reason}
            <ToldLines items={details.items} lines={details.lines} money={money} />
          </>
        ) : (
          details.reason
        ),
      };
    case 'released':
      return {
        icon: <ListChecks className="pp-i" />,
        what: <>released {commissionName(details, record)}</>,
      };
    case 'voided':
      return {
        icon: <Undo2 className="pp-i" />,
        what: `voided the payment of ${money(details.amount)}${agentName(details.agentId, record)}`,
        detail: details.reason,
      };
    case 'adjusted':
    case 'adjustment_removed': {
      const kind = lineWord(details.kind ?? 'correction').toLowerCase();
      if (event.by === null)
        return {
          icon: <Undo2 className="pp-i" />,
          what: `A ${kind} of ${money(details.amount)} came in by itself: ${[details.bookingReference, details.agent].filter(Boolean).join(', ')}`,
          detail: payoutNote(details),
        };
      return {
        icon: <Gift className="pp-i" />,
        what:
          details.kind === 'returned'
            ? `voided a payment${agentName(details.agentId, record)}: ${money(details.amount)} come in again`
            : `${action === 'adjusted' ? 'added' : 'deleted'} a ${kind} of ${money(details.amount)}${agentName(details.agentId, record)}`,
        detail: payoutNote(details),
      };
    }
    case 'approved':
      return { status: 'approved', what: `approved ${money(details.amount)}` };
    case 'handed_over':
      return {
        icon: <Users className="pp-i" />,
        what: `handed it over to ${details.agent ?? 'somebody else'}`,
      };
    case 'scheduled':
      return {
        status: 'scheduled',
        what: `planned ${money(details.amount)} for ${formatDay(details.plannedOn ?? null)}`,
      };
    case 'not_paid':
      return {
        icon: <CircleAlert className="pp-i" />,
        what: 'Not paid on its day',
        detail: notPaid(details),
      };
    case 'reopened':
      return {
        icon: <Undo2 className="pp-i" />,
        what: `took it back to a draft${details.bankHasIt === false ? '; the bank does not have its file' : ''}`,
        detail: details.reason,
      };
    case 'discarded':
      return { status: 'discarded', what: 'discarded the payout' };
    case 'paid':
      return {
        status: 'paid',
        what: details.byItself
          ? `${money(details.amount)} paid by itself, as ${event.by ?? 'somebody'} planned it`
          : `recorded ${money(details.amount)} as paid`,
      };
    default:
      return { icon: <ListChecks className="pp-i" />, what: 'changed the payout' };
  }
}

const notPaid = ({ code, params, reason = '' }: PayoutEvent['details']): string =>
  failureText(code && { code, params }, reason);

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

/** Its booking, as it was told, or as long as the payout knows it. */
function commissionName(
  { commissionId: id, bookingReference, agent: told }: PayoutEvent['details'],
  { lines, held, agents }: Payout,
): ReactNode {
  if (bookingReference)
    return (
      <>
        <span className="payout-nw">{bookingReference}</span>
        {told && ` of ${told}`}
      </>
    );
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

interface ToldLinesProps {
  items: readonly ToldLine[] | undefined;
  /** How many there were; `items` has the first ones. */
  lines: number | undefined;
  money: (amount: number) => string;
}

/** Lines as they were when they went: booking, agent, amount and why. */
function ToldLines({ items = [], lines = 0, money }: ToldLinesProps) {
  if (items.length === 0) return null;
  return (
    <ul className="payout-told" aria-label="Lines">
      {items.map(({ kind, bookingReference, agent, amount, reason, code, params, ...line }, index) => (
        <li key={index}>
          {[bookingReference ?? lineWord(kind), agent, money(amount)].join(', ')}
          {(reason ?? line.note) && `: ${reason ? problemText(code, params, reason) : payoutNote(line)}`}
        </li>
      ))}
      {lines > items.length && <li>and {lines - items.length} more</li>}
    </ul>
  );
}

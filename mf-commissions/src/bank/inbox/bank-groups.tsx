import { formatMoneyExact, sumAmounts, type IsoDate } from '@paperplane/shared/domain';
import { Button, CheckCheck } from '@paperplane/shared/ui';
import type { BankView } from '../bank-api';
import type { BankGroup, BankInbox, BankRow as Row } from '../bank-types';
import { Certainty } from '../parts/certainty';
import { BankRow } from './bank-row';
import type { useCurrentRow } from './use-current-row';
import type { InboxActions } from './use-inbox-actions';

const GROUPS: readonly { group: BankGroup; title: string; text: string }[] = [
  {
    group: 'certain',
    title: 'Certain',
    text: 'Only one commission fits, by reference or by vendor and amount',
  },
  { group: 'review', title: 'Needs a look', text: 'There is a suggestion, and a reason to check it' },
  {
    group: 'none',
    title: 'No suggestion',
    text: 'Find the booking, or leave it unclaimed until somebody enters it',
  },
];

interface BankGroupsProps {
  page: BankInbox;
  view: BankView;
  currency: string;
  today: IsoDate;
  current: ReturnType<typeof useCurrentRow>;
  actions: InboxActions;
}

/** The rows of a page: those to review in three groups, all others in one list. */
export function BankGroups(props: BankGroupsProps) {
  const { page, view } = props;
  if (view !== 'review') return <Rows {...props} rows={page.rows} label="Transactions" />;
  return GROUPS.map(({ group, title, text }) => {
    const rows = page.rows.filter((row) => row.group === group);
    if (rows.length === 0) return null;
    return (
      <div key={group}>
        <div className="bank-group">
          <h2>
            {group === 'certain' ? <Certainty level="certain" /> : title}
            <span className="pp-tag">{page.groups[group]?.count ?? rows.length}</span>
          </h2>
          <p className="pp-trunc">{text}</p>
          {group === 'certain' && <AcceptAll {...props} rows={rows} />}
        </div>
        <Rows {...props} rows={rows} label={title} />
      </div>
    );
  });
}

function AcceptAll({ rows, currency, actions }: BankGroupsProps & { rows: readonly Row[] }) {
  const sum = sumAmounts(rows);
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<CheckCheck className="pp-i pp-i-14" />}
      loading={actions.acceptingAll}
      onClick={() => void actions.acceptAll(rows)}
      title="Accept all that is certain (Shift A)"
    >
      Accept {rows.length} · {formatMoneyExact(sum, currency)}
    </Button>
  );
}

function Rows(props: BankGroupsProps & { rows: readonly Row[]; label: string }) {
  const { rows, label, view, currency, today, current, actions } = props;
  return (
    <ol aria-label={label}>
      {rows.map((row) => (
        <BankRow
          key={row.id}
          row={row}
          isCurrent={row.id === current.currentId}
          isLeaving={actions.isLeaving(row)}
          currency={currency}
          today={today}
          showUnclaimed={view === 'unclaimed'}
          onChoose={() => current.choose(row.id)}
          onAccept={() => {
            current.passOver(row.id);
            void actions.accept(row);
          }}
        />
      ))}
    </ol>
  );
}

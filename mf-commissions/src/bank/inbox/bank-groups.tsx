import { actName, type IsoDate } from '@paperplane/shared/domain';
import { Button, CheckCheck } from '@paperplane/shared/ui';
import type { BankView } from '../bank-api';
import type { BankGroup, BankInbox, BankRow as Row } from '../bank-types';
import { rowFacts } from '../parts/row-facts';
import { Certainty } from '../parts/certainty';
import { BankRow } from './bank-row';
import { foldRows } from './fold-rows';
import type { useCurrentRow } from './use-current-row';
import type { InboxActions } from './use-inbox-actions';
import type { Selection } from './use-selection';

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
  selection: Selection;
  unfolded: ReadonlySet<string>;
  onUnfold: (id: string) => void;
  onSetAsideAlike: (row: Row) => void;
}

/** Whether rows of a view can be selected: what waits for somebody. */
export const isSelectable = ({ status }: Row): boolean => status === 'open' || status === 'suggested';

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
          <SelectGroup {...props} rows={rows} title={title} />
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

/** Selects all rows of a group on this page, or none. */
function SelectGroup({
  rows,
  title,
  selection,
  unfolded,
}: BankGroupsProps & { rows: readonly Row[]; title: string }) {
  const ids = foldRows(rows, unfolded).map(({ row }) => row.id);
  return (
    <span className="pp-check bank-tick">
      <input
        type="checkbox"
        aria-label={`Select all: ${title}`}
        checked={ids.every((id) => selection.has(id))}
        onChange={() => selection.toggleAll(ids)}
      />
    </span>
  );
}

function AcceptAll({ rows, currency, actions }: BankGroupsProps & { rows: readonly Row[] }) {
  const { amount, ...facts } = rowFacts(rows, currency);
  const words = `Accept ${rows.length} · ${amount}`;
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<CheckCheck className="pp-i pp-i-14" />}
      loading={actions.acceptingAll}
      onClick={() => void actions.acceptAll(rows, true)}
      title="Accept all that is certain (Shift A)"
      aria-label={actName(words, facts)}
    >
      {words}
    </Button>
  );
}

function Rows(props: BankGroupsProps & { rows: readonly Row[]; label: string }) {
  const { rows, label, view, currency, today, current, actions, selection, unfolded } = props;
  const isQuiet = selection.selected.length > 0;
  return (
    <ol aria-label={label}>
      {foldRows(rows, unfolded).map(({ row, rows: folded }) => (
        <BankRow
          key={row.id}
          row={row}
          isCurrent={row.id === current.currentId}
          isLeaving={actions.isLeaving(row)}
          currency={currency}
          today={today}
          showUnclaimed={view === 'unclaimed'}
          isSelected={isSelectable(row) ? selection.has(row.id) : null}
          isQuiet={isQuiet}
          folded={folded.length - 1}
          onUnfold={() => props.onUnfold(row.id)}
          onSetAsideAlike={() => props.onSetAsideAlike(row)}
          onSelect={(range) => {
            if (range) selection.range(row.id, current.currentId ?? row.id);
            else selection.toggle(row.id);
            current.choose(row.id);
          }}
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

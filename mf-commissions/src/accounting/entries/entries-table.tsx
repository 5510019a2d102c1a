import { formatDate } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { cx, ListTable, Td, type ListColumn } from '@paperplane/shared/ui';
import { accountLabel } from '../account-words';
import type { JournalRow } from '../accounting-types';
import { amountText } from '../amount-text';
import { aboutLine, shownEntries, type ShownEntry } from './shown-entries';

const COLUMNS: readonly ListColumn[] = [
  { label: 'Day' },
  { label: 'From' },
  { label: 'Account' },
  { label: 'Debit', numeric: true },
  { label: 'Credit', numeric: true },
];

/** Lines of the journal, entry by entry: a table, and on a phone a block an entry. */
export function EntriesTable({ rows }: { rows: readonly JournalRow[] }) {
  return (
    <ListTable
      label="Entries of the journal"
      className="journal-lines"
      columns={COLUMNS}
      rows={shownEntries(rows)}
      row={(entry) => entry.lines.map((line, n) => <Row key={line.line} {...{ entry, line, n }} />)}
      item={(entry) => <Item key={entry.entry} entry={entry} />}
    />
  );
}

interface RowProps {
  entry: ShownEntry;
  line: JournalRow;
  /** Which line of its entry it is on this page. */
  n: number;
}

/** Day and origin are seen once an entry, and heard with every line of it. */
function Row({ entry: { day, title, to, lines }, line, n }: RowProps) {
  return (
    <tr className={cx(n < lines.length - 1 && 'is-inside') || undefined}>
      <Td>{n === 0 ? formatDate(day) : <span className="pp-sr">{formatDate(day)}</span>}</Td>
      <Td text>{n === 0 ? <Origin {...{ title, to }} /> : <span className="pp-sr">{title}</span>}</Td>
      <Td text>
        <span className="pp-strong">{accountLabel(line)}</span>
        {aboutLine(line) && <small className="journal-about">{aboutLine(line)}</small>}
      </Td>
      <Td numeric>{line.amount > 0 && <span className="amt">{amountText(line.amount)}</span>}</Td>
      <Td numeric>{line.amount < 0 && <span className="amt">{amountText(-line.amount)}</span>}</Td>
    </tr>
  );
}

function Item({ entry: { day, title, to, lines } }: { entry: ShownEntry }) {
  return (
    <li className="journal-entry">
      <b className="pp-strong">
        <Origin {...{ title, to }} />
      </b>
      <span className="pp-muted pp-sm">{formatDate(day)}</span>
      {lines.map((line) => (
        <span key={line.line} className="journal-entry-line">
          <span>
            {accountLabel(line)}
            {aboutLine(line) && <small className="journal-about">{aboutLine(line)}</small>}
          </span>
          <span className="pp-amt">
            {line.amount < 0 && '−'}
            {amountText(Math.abs(line.amount))}
          </span>
        </span>
      ))}
    </li>
  );
}

function Origin({ title, to }: Pick<ShownEntry, 'title' | 'to'>) {
  return to === null ? (
    title
  ) : (
    <Link to={to} className="pp-link">
      {title}
    </Link>
  );
}

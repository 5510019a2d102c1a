import { formatShortDate, formatTime, formatWeekday, plural, today } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  ArrowRight,
  Avatar,
  Building2,
  ChevronDown,
  ChevronRight,
  Contact,
  Download,
  FileText,
  HandCoins,
  Landmark,
  ListTable,
  Settings,
  Td,
  Upload,
  UserPlus,
  UserRound,
  Wallet,
  type ListColumn,
} from '@paperplane/shared/ui';
import { Fragment } from 'react';
import { actionWords } from './action-words';
import { EntryDetail } from './entry-detail';
import {
  actorText,
  entryLabel,
  factsText,
  recordNote,
  recordText,
  valueText,
  type AuditEntry,
} from './entry-words';

interface AuditLogTableProps {
  entries: readonly AuditEntry[];
  /** The entries that are open. */
  open: ReadonlySet<string>;
  onToggle: (entry: string) => void;
  /** The log with all about a record. */
  aboutTo: (id: string) => string;
}

const ICONS = {
  agency: Settings,
  commission: HandCoins,
  customer: Contact,
  document: FileText,
  import: Upload,
  invitation: UserPlus,
  member: UserRound,
  payout: Wallet,
  vendor: Building2,
} as const;

function ActionIcon({ entry: { kind, record } }: { entry: AuditEntry }) {
  const Icon = kind === 'data_out' ? Download : (ICONS[record.type as keyof typeof ICONS] ?? Landmark);
  return <Icon className="pp-i" />;
}

/** What changed first, struck through and after it; below, how much more. */
function BeforeAfter({ entry }: { entry: AuditEntry }) {
  const { currency } = useCurrentUser().organization;
  const [first, ...more] = entry.changes;
  const facts = factsText(entry);
  if (!first) return facts ? <span className="audit-ba">{facts}</span> : <span className="pp-muted">–</span>;
  const rest = more.length > 0 ? `${more.length} more` : facts;
  return (
    <>
      <span className="audit-ba">
        <s>{valueText(first.field, first.before, currency)}</s>
        <ArrowRight className="pp-i pp-i-14" />
        <span className="pp-sr">to</span>
        <b>{valueText(first.field, first.after, currency)}</b>
      </span>
      {rest && <small>{rest}</small>}
    </>
  );
}

/** `Today, Nov 26`: the head of a day. */
function dayText(at: string, now: string, timeZone: string): string {
  const date = formatShortDate(at, now, timeZone);
  if (date === formatShortDate(now, now)) return `Today, ${date}`;
  return date.includes(',') ? date : formatWeekday(at, timeZone);
}

const COLUMNS: readonly ListColumn[] = [
  { label: 'When' },
  { label: 'Who' },
  { label: 'What' },
  { label: 'Record', needs: 'medium' },
  { label: 'Before, after' },
  { label: 'Device', needs: 'wide' },
];

/** The entries of one page by day: a table whose rows open in place, and on a phone a list of the same. */
export function AuditLogTable({ entries, open, onToggle, aboutTo }: AuditLogTableProps) {
  const { timeZone, currency } = useCurrentUser().organization;
  const now = today(timeZone);
  const heads = new Map<AuditEntry, string>();
  let last = '';
  for (const entry of entries) {
    const day = dayText(entry.at, now, timeZone);
    if (day !== last) heads.set(entry, day);
    last = day;
  }
  const toggleOf = (entry: AuditEntry) => ({
    type: 'button' as const,
    'data-entry': entry.entry,
    'aria-expanded': open.has(entry.entry),
    'aria-label': entryLabel(entry, formatTime(entry.at, timeZone)),
    onClick: () => onToggle(entry.entry),
  });
  return (
    <ListTable
      label="Entries"
      columns={COLUMNS}
      rows={entries}
      row={(entry) => (
        <Fragment key={entry.entry}>
          {heads.has(entry) && (
            <tr className="audit-day">
              <th scope="rowgroup" colSpan={COLUMNS.length}>
                {heads.get(entry)}
              </th>
            </tr>
          )}
          <tr className={open.has(entry.entry) ? 'is-open' : undefined}>
            <Td className="pp-num">
              <span className="pp-row audit-when">
                <button {...toggleOf(entry)} className="audit-toggle">
                  {open.has(entry.entry) ? (
                    <ChevronDown className="pp-i pp-i-14" />
                  ) : (
                    <ChevronRight className="pp-i pp-i-14" />
                  )}
                </button>
                {formatTime(entry.at, timeZone)}
              </span>
            </Td>
            <Td>
              <span className="pp-row">
                {entry.actor && <Avatar person={entry.actor} size="sm" />}
                <span className={entry.actor ? 'pp-strong pp-trunc' : 'pp-muted'}>{actorText(entry)}</span>
              </span>
            </Td>
            <Td>
              <span className="audit-what">
                <ActionIcon entry={entry} />
                <span className="pp-trunc">{actionWords(entry.action)}</span>
              </span>
            </Td>
            <Td needs="medium">
              <span className="pp-strong pp-trunc audit-record">{recordText(entry)}</span>
              <small className="pp-trunc">{recordNote(entry, currency)}</small>
            </Td>
            <Td>
              <BeforeAfter entry={entry} />
            </Td>
            <Td needs="wide">{entry.device ?? <span className="pp-muted">–</span>}</Td>
          </tr>
          {open.has(entry.entry) && (
            <tr className="audit-open">
              <td colSpan={COLUMNS.length}>
                <EntryDetail entry={entry} aboutTo={aboutTo} />
              </td>
            </tr>
          )}
        </Fragment>
      )}
      item={(entry) => (
        <Fragment key={entry.entry}>
          {heads.has(entry) && <li className="audit-day">{heads.get(entry)}</li>}
          <li className={open.has(entry.entry) ? 'audit-item is-open' : 'audit-item'}>
            <button {...toggleOf(entry)} className="audit-press">
              {entry.actor ? (
                <Avatar person={entry.actor} />
              ) : (
                <span className="audit-itself">
                  <ActionIcon entry={entry} />
                </span>
              )}
              <span className="pp-strong pp-trunc">{actionWords(entry.action)}</span>
              <time className="pp-muted pp-sm pp-num" dateTime={entry.at}>
                {formatTime(entry.at, timeZone)}
              </time>
              <span className="w pp-trunc">
                {recordText(entry)}, {actorText(entry)}
              </span>
              <span className="w">
                <BeforeAfter entry={entry} />
              </span>
            </button>
            {open.has(entry.entry) && <EntryDetail entry={entry} aboutTo={aboutTo} />}
          </li>
        </Fragment>
      )}
    />
  );
}

/** "18,204 entries", or that there are more than so many. */
export const countText = (count: number, more: boolean): string =>
  `${more ? 'More than ' : ''}${plural(count, 'entry', 'entries')}`;

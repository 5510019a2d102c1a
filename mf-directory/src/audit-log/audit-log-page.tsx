import { formatDate, rangeInSentence, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser, useListAddress, useRealPage } from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import { Button, Download, ListCard, ListPager, PageHead, Segmented, useKeys } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetAuditLogQuery } from './audit-log-api';
import { AuditLogFilters } from './audit-log-filters';
import { AUDIT_LOG_LIST, isPart, NOTHING_FILTERED, type Kind } from './audit-log-list';
import { AuditLogTable, countText } from './audit-log-table';
import './audit-log.css';
import { ExportDialog } from './export-dialog';

const VIEWS: readonly (readonly [string, Kind | ''])[] = [
  ['All', ''],
  ['Money', 'money'],
  ['People', 'people'],
  ['Sign-in', 'sign_in'],
  ['Data out', 'data_out'],
];

const KEYS = [
  [['J', 'K'], 'move'],
  [['↵'], 'open'],
  [['/'], 'search'],
] as const;

/** Goes to the next or previous entry, from where the focus is. */
function moveBy(step: 1 | -1): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.audit-log [data-entry]')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, at < 0 ? 0 : at + step))]?.focus();
}

/** /settings/audit-log: who decided what, when and from where; for owners and admins. */
export default function AuditLogPage() {
  const { timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  const { query, set, to } = useListAddress(AUDIT_LOG_LIST);
  const list = useGetAuditLogQuery(query);
  const { data, currentData } = list;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [exporting, setExporting] = useState(false);
  // The entry of a link stands open.
  const open = new Set(query.entry ? [query.entry, ...toggled] : toggled);
  const toggle = (entry: string) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(entry)) next.add(entry);
      return next;
    });
  useKeys({
    j: () => moveBy(1),
    k: () => moveBy(-1),
    '/': () => document.querySelector<HTMLInputElement>('.audit-log input[type=search]')?.focus(),
  });
  const whole = data?.whole;
  const since = whole?.since ? formatDate(whole.since, timeZone) : null;
  const days = rangeInSentence(query, today);
  return (
    <main id="main" className="pp-page audit-log">
      <PageHead
        title="Audit log"
        subtitle={
          whole
            ? `${countText(whole.count, whole.more)}${since ? ` since ${since}` : ''} · nobody can change or remove one`
            : null
        }
        busy={list.isFetching && data !== undefined}
        actions={
          <Button
            variant="outline"
            icon={<Download className="pp-i" />}
            aria-label="Export"
            onClick={() => setExporting(true)}
          >
            Export
          </Button>
        }
      />
      <div className="pp-bar">
        <Segmented
          label="Kind"
          link={Link}
          segments={VIEWS.map(([label, kind]) => ({
            label,
            to: to({ kind, page: '' }),
            active: (query.kind ?? '') === kind,
          }))}
        />
        <AuditLogFilters query={query} set={set} rows={currentData?.rows} today={today} />
      </div>
      <ListCard
        label="Entries"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <NoMatch
            title={query.search ? `No entry for “${query.search}”` : 'No entry here'}
            text={[days && `Nothing ${days}.`, since && `The whole log goes back to ${since}.`]
              .filter(Boolean)
              .join(' ')}
            clearTo={isPart(query) ? to({ ...NOTHING_FILTERED, q: query.search }) : null}
            clearLabel="Search the whole log"
          />
        }
      >
        {(page) => (
          <>
            <AuditLogTable
              entries={page.rows}
              open={open}
              onToggle={toggle}
              aboutTo={(about) => to({ ...NOTHING_FILTERED, about })}
            />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
      <p className="audit-keys">
        {KEYS.map(([keys, does]) => (
          <span key={does} className="only-d">
            {keys.map((key) => (
              <kbd className="pp-kbd" key={key}>
                {key}
              </kbd>
            ))}
            {does}
          </span>
        ))}
        <span className="audit-never">
          Passwords, codes, passports and bank details are never written here.
        </span>
      </p>
      {exporting && (
        <ExportDialog
          query={query}
          count={currentData ? countText(currentData.count, currentData.more) : null}
          onClose={() => setExporting(false)}
        />
      )}
    </main>
  );
}

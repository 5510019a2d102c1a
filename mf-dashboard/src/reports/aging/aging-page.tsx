import { displayMessage, formatDate, plural, pluralWord, today as todayIn } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useAuth,
  useChosenAgent,
  useChosenVendor,
  useAgentOptions,
  useCurrentUser,
  useQueryState,
  useVendorOptions,
} from '@paperplane/shared/platform';
import {
  AgentFilter,
  Card,
  CircleCheck,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonRows,
  SortFilter,
  VendorFilter,
} from '@paperplane/shared/ui';
import { useMemo, useState } from 'react';
import { ClosedNote } from '../closed-books';
import { definitionOf, REPORT_DEFAULTS } from '../definition';
import { ReportExport } from '../export/report-export';
import { ReportActions } from '../report-actions';
import { useGetAgingQuery } from '../report-api';
import { AGING_CHOICES } from '../report-kinds';
import { RowsView } from '../rows/rows-view';
import { sortOrders, sortRows, tableSorting } from '../sorting';
import { AGE_LABELS, AGES, UNDATED, UNDATED_LABEL, type Age, type VendorAging } from './aging';
import { AgingBar } from './aging-bar';
import { agingFile } from './aging-file';
import { AGING_COLUMNS, AGING_VALUES, AgingTable } from './aging-table';
import { LazyDialog } from '../mail/lazy-dialog';
import { useVendorChases } from '../mail/use-vendor-chases';
import './aging.css';
import { TrackingNote } from './tracking-note';
import { WaitingNote } from './waiting-note';

const loadChaseDialog = () => import(/* webpackChunkName: "lazy-chase" */ './chase-dialog');
const ALL_REPORTS = { to: paths.reports.href(), label: 'Reports' };
const PATH = paths.report.href('aging');
const TITLE = 'Owed by vendors';
type RowsAge = Age | typeof UNDATED | 'overdue' | 'all';
const isAge = (text: string): text is RowsAge => ['overdue', 'all', UNDATED, ...AGES].includes(text);
const ageWords = (age: RowsAge) =>
  age === 'overdue'
    ? 'Owed'
    : age === 'all'
      ? 'Not paid yet'
      : age === UNDATED
        ? UNDATED_LABEL
        : AGE_LABELS[age].long;

/** What vendors owe, by age, and the way to ask them for it. */
export function AgingPage() {
  const { isAdmin } = useAuth();
  const { timeZone, currency } = useCurrentUser().organization;
  const { values, set, search } = useQueryState(REPORT_DEFAULTS);
  const definition = useMemo(() => definitionOf('aging', values, AGING_CHOICES), [values]);
  const { data, error, isFetching, refetch } = useGetAgingQuery(definition);
  const { data: mail } = useVendorChases({}, !isAdmin);
  const [asked, setAsked] = useState<VendorAging | null>(null);
  const agent = useChosenAgent(definition.agent_id ?? null);
  const vendor = useChosenVendor(definition.vendor_id ?? null);
  const today = data?.today ?? todayIn(timeZone);
  // `row` says whose rows and of which age: `<vendor>:<age>`, `:<age>` for all vendors.
  const toRows = (vendorId: string | null, age: RowsAge) =>
    PATH + search({ row: `${vendorId ?? ''}:${age}` });

  const sorting = tableSorting(Object.keys(AGING_VALUES), values, (changes) => PATH + search(changes));

  if (values.row !== '') {
    const [vendorId = '', age = ''] = values.row.split(':');
    const known = isAge(age) ? age : 'overdue';
    const whose = data?.vendors.find(({ id }) => id === vendorId)?.name;
    return (
      <RowsView
        name="aging"
        definition={{ ...definition, age: known }}
        rowKey={vendorId || null}
        title={whose ? `${whose}, ${ageWords(known).toLowerCase()}` : ageWords(known)}
        back={{ to: PATH + search({ row: '' }), label: TITLE }}
        currency={currency}
      />
    );
  }
  return (
    <main id="main" className="pp-page report-page">
      <PageHead
        title={TITLE}
        subtitle={
          data
            ? `${plural(data.owed.count, 'commission')} of ${plural(data.count, 'vendor')} ${pluralWord(data.owed.count, 'is', 'are')} past due and not received on ${formatDate(today)}`
            : null
        }
        back={ALL_REPORTS}
        link={Link}
        busy={isFetching && data !== undefined}
        actions={
          <ReportActions definition={definition}>
            <ReportExport
              name="aging"
              title={TITLE}
              definition={definition}
              table={
                data &&
                (() => agingFile({ ...data, vendors: sortRows(data.vendors, AGING_VALUES, sorting.current) }))
              }
              count={null}
            />
          </ReportActions>
        }
      />
      <div className="report-bar" role="group" aria-label="Filters">
        {isAdmin && (
          <AgentFilter
            selected={definition.agent_id ?? null}
            person={agent}
            useOptions={useAgentOptions}
            onChange={(id) => set({ agentId: id })}
          />
        )}
        <VendorFilter
          selected={definition.vendor_id ?? null}
          name={vendor?.name ?? null}
          useOptions={useVendorOptions}
          onChange={(id) => set({ vendorId: id })}
        />
        <SortFilter
          first="Who owes longest first"
          orders={sortOrders('Vendor', AGING_COLUMNS)}
          sort={sorting.current}
          set={set}
        />
      </div>
      {data ? (
        <>
          {data.vendors.length > 0 && <AgingBar aging={data} {...{ currency, toRows }} />}
          <div className="aging-notes">
            <WaitingNote vendors={data.vendors} />
            <TrackingNote since={data.owed.trackedSince} />
          </div>
          <ClosedNote through={data.booksClosedThrough} name="aging" basis="due" unit="commission" />
          {data.vendors.length === 0 ? (
            <Card padded={false} label={TITLE}>
              <EmptyState icon={<CircleCheck className="pp-i pp-i-20" />} title="Nothing is owed">
                Commission stands here until the vendor has paid it, whatever the agent was paid.
              </EmptyState>
            </Card>
          ) : (
            <Card padded={false} label="Vendors">
              <AgingTable
                aging={data}
                {...{ currency, today, sorting, toRows }}
                chases={mail?.chases ?? []}
                onAsk={isAdmin ? setAsked : null}
              />
            </Card>
          )}
        </>
      ) : (
        <Card padded={false} label={TITLE}>
          {error ? (
            <ErrorState
              title="What vendors owe did not load"
              message={displayMessage(error)}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={8} label="Loading what vendors owe" />
          )}
        </Card>
      )}
      {asked && (
        <LazyDialog load={loadChaseDialog} onClose={() => setAsked(null)}>
          {({ ChaseDialog }) => <ChaseDialog vendor={asked} onClose={() => setAsked(null)} />}
        </LazyDialog>
      )}
    </main>
  );
}

import {
  daysUntil,
  describeLate,
  displayMessage,
  formatCount,
  formatShortDate,
  plural,
  toCents,
  today as todayIn,
} from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Check,
  cx,
  InlineError,
  ListChecks,
  Plus,
  SearchBox,
  Spinner,
  useDebouncedValue,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { useFindOpenCommissionsQuery } from '../bank-api';
import type { BankRecord } from '../bank-types';
import { addPart, centsInput, missingLines, otherCandidate, type Balance, type Candidate } from './draft';
import { Suggestions } from './suggestions';
import type { Workbench } from './use-workbench';
import type { WorkbenchActions } from './use-workbench-actions';

interface CandidatesPaneProps {
  record: BankRecord;
  workbench: Workbench;
  balance: Balance;
  actions: WorkbenchActions;
  currency: string;
}

/** What the transaction could pay: suggestions, what else its vendor owes, and whatever is looked for. */
export function CandidatesPane(props: CandidatesPaneProps) {
  const { record, workbench } = props;
  const { vendor } = record.transaction;
  const rows: Candidate[] = [...record.others.map(otherCandidate), ...record.open];
  const placed = rows.filter((row) => isPlaced(row, workbench)).length;
  const [typed, setTyped] = useState('');
  const [others, setOthers] = useState(false);
  const search = useDebouncedValue(typed.trim(), 250);
  const looksFurther = search !== '' || others || !vendor;
  return (
    <section className="wb-cand" aria-label="Candidates">
      <div className="top">
        <SearchBox
          label="Find a commission"
          finds="Reference, customer or amount"
          value={typed}
          onChange={setTyped}
          name="find"
          hotkey="/"
          ref={(input) => {
            if (input) input.id = 'bank-find';
          }}
        />
        {search === '' && (
          <>
            <StatementNote record={record} />
            <Suggestions {...props} />
          </>
        )}
      </div>
      {looksFurther ? (
        <Found {...props} search={search} />
      ) : (
        <Listed
          {...props}
          title={isTakenBack(record) ? `Paid by ${vendor.name}` : `Also open with ${vendor.name}`}
          order="nearest due first"
          rows={rows}
          total={rows.length}
          footer={
            <>
              {placed > 0 && `${plural(placed, 'more is', 'more are')} placed. `}
              <button type="button" className="pp-link" onClick={() => setOthers(true)}>
                Other vendors
              </button>
            </>
          }
        />
      )}
    </section>
  );
}

/** Money out takes back what deposits paid. */
const isTakenBack = ({ transaction }: BankRecord): boolean => transaction.amount < 0;

function nothingFound(search: string, takenBack: boolean): string {
  if (takenBack)
    return search
      ? `No deposit paid a commission that has “${search}”.`
      : 'Type a reference, a customer or an amount.';
  return search ? `No open commission has “${search}”.` : 'No commission is open.';
}

const isPlaced = ({ commissionId }: Candidate, { draft }: Workbench): boolean =>
  draft.parts.some((part) => part.commissionId === commissionId);

/** What the vendor's statement names, and what of it is not here. */
function StatementNote({ record }: { record: BankRecord }) {
  const { remittance } = record;
  if (!remittance) return null;
  const missing = missingLines(record);
  const found = remittance.lines.length - missing.length;
  return (
    <div className="pp-note">
      <ListChecks className="pp-i" />
      <span>
        <b className="pp-strong">
          {found} of {plural(remittance.lines.length, 'statement line')}
        </b>{' '}
        {found === 1 ? 'names' : 'name'} an open booking.
        {missing.length > 0 &&
          ` ${missing.map(({ reference, line }) => reference ?? `Line ${line}`).join(', ')} can stay unclaimed: it finds its sale by itself once somebody enters it.`}
      </span>
    </div>
  );
}

/** Whether what was typed stands in its words or is its amount. */
const hasText = ({ bookingReference, customer, vendor, expected }: Candidate, search: string): boolean =>
  `${bookingReference} ${customer} ${vendor.name} ${centsInput(toCents(expected))} ${expected}`
    .toLowerCase()
    .includes(search.toLowerCase());

/** What is found among all open commissions. */
function Found(props: CandidatesPaneProps & { search: string }) {
  const { search, record } = props;
  const takenBack = isTakenBack(record);
  const { currentData, isFetching, error, refetch } = useFindOpenCommissionsQuery({
    search,
    page: 1,
    takenBack,
  });
  if (error && !currentData)
    return <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />;
  if (!currentData)
    return (
      <p className="rest">
        <Spinner size="sm" label="Searching" />
      </p>
    );
  const more = currentData.count - currentData.rows.length;
  // Few of an agency, and known here: they are looked for among those.
  const others = record.others.map(otherCandidate).filter((other) => hasText(other, search));
  return (
    <Listed
      {...props}
      title={search ? 'Found' : takenBack ? 'Paid by deposits' : 'Open with any vendor'}
      order="by due date"
      rows={[...others, ...currentData.rows]}
      total={others.length + currentData.count}
      withVendor
      footer={
        others.length + currentData.count === 0
          ? nothingFound(search, takenBack)
          : more > 0
            ? `${formatCount(more)} more. Type more of the reference or the name.`
            : isFetching && 'Searching…'
      }
    />
  );
}

interface ListedProps extends CandidatesPaneProps {
  title: string;
  /** How they are sorted. */
  order: string;
  rows: readonly Candidate[];
  total: number;
  withVendor?: boolean;
  footer: React.ReactNode;
}

function Listed({ title, order, rows, total, withVendor, footer, workbench, balance, record }: ListedProps) {
  const { timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  const free = rows.filter((row) => !isPlaced(row, workbench));
  return (
    <>
      <h2 className="list-h">
        {title}{' '}
        <span>{total > 0 && `${formatCount(total > rows.length ? total : free.length)}, ${order}`}</span>
      </h2>
      <ul className="wb-opens">
        {free.map((row) => {
          const isEven = balance.left > 0 && toCents(row.expected) === balance.left;
          return (
            <li key={row.commissionId} className={cx(isEven && 'on')}>
              <button
                type="button"
                onClick={() => workbench.change((before) => addPart(before, row, record.transaction.amount))}
              >
                <i aria-hidden="true">
                  <Plus className="pp-i pp-i-14" />
                </i>
                <span>
                  <span className="nm">
                    <b>
                      <span className="pp-sr">Add </span>
                      {row.bookingReference}
                    </b>{' '}
                    <span className="pp-trunc">{row.customer}</span>
                  </span>
                  <small>
                    {withVendor && `${row.vendor.name} · `}
                    {secondText(row, record, today)}
                  </small>
                </span>
                <span className="rt">
                  <span className="amt">{centsInput(toCents(row.expected))}</span>
                  {isEven && (
                    <small className="even">
                      <Check className="pp-i pp-i-14" />
                      leaves 0.00
                    </small>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="rest">{footer}</p>
    </>
  );
}

function secondText(row: Candidate, record: BankRecord, today: string): string {
  const recordedOn = row.recorded?.on ?? row.recordedOn;
  return recordedOn && !isTakenBack(record)
    ? `Recorded as received on ${formatShortDate(recordedOn, today)}`
    : dueText(row, today);
}

function dueText({ dueOn }: Candidate, today: string): string {
  if (!dueOn) return 'no due day';
  const late = (daysUntil(dueOn, today) ?? 0) < 0;
  const day = formatShortDate(dueOn, today);
  return late ? `${day} · ${describeLate(dueOn, today)}` : `due ${day}`;
}

import { formatMoneyExact, formatShortDate, plural, today } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, buttonClass, cx, Search } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { ComparedLine, VendorStatement } from '../../bank-types';
import { LineGlyph } from '../parts/line-glyph';
import { FIGURE_ORDER, KIND_ORDER, KINDS, type LineKind } from '../statement-words';
import { bookingRows, type BookingRow } from './booking-rows';

const loadDialog = () =>
  import(/* webpackChunkName: "lazy-find-booking" */ './find-booking-dialog').then(
    (module) => module.FindBookingDialog,
  );

/** The lines of a statement beside what is open, differences first. */
export function ComparedLines({ statement }: { statement: VendorStatement }) {
  const { currency } = useCurrentUser().organization;
  const [shown, setShown] = useState<LineKind | null>(null);
  const [sought, setSought] = useState<ComparedLine | null>(null);
  const [FindBookingDialog, fetchDialog] = useLazyDialog(loadDialog);
  const find = (line: ComparedLine) => void fetchDialog().then((fetched) => fetched && setSought(line));
  const rows = bookingRows(statement.lines);
  const isThere = (kind: LineKind) => rows.some((row) => row.kind === kind);
  const listed = statement.lines.filter(({ line }) => line !== null);
  const of = (kind: LineKind) => rows.filter((row) => row.kind === kind);
  return (
    <div className="vs-lines">
      <div className="pp-seg" role="group" aria-label="Lines">
        {[null, ...FIGURE_ORDER.filter(isThere)].map((kind) => (
          <button
            key={kind ?? 'all'}
            type="button"
            aria-pressed={shown === kind}
            onClick={() => setShown(kind)}
          >
            {kind ? KINDS[kind].short : 'All'}{' '}
            <span className="n">{kind ? of(kind).length : rows.length}</span>
          </button>
        ))}
      </div>
      <section className="pp-card vs-table" aria-label="Lines of the statement">
        <div className="hd" aria-hidden="true">
          <span />
          <span>Booking</span>
          <span className="r">Yours</span>
          <span className="r">Statement</span>
          <span className="r">Differs</span>
        </div>
        {KIND_ORDER.filter(isThere)
          .filter((kind) => shown === null || shown === kind)
          .map((kind) => (
            <Group key={kind} kind={kind} rows={of(kind)} statement={statement} onFind={find} />
          ))}
        <div className="ft">
          <span>{plural(listed.length, 'line')} of the statement</span>
          <span className="r">{formatMoneyExact(statement.total, currency)}</span>
        </div>
      </section>
      {sought && FindBookingDialog && (
        <FindBookingDialog statement={statement} line={sought} onClose={() => setSought(null)} />
      )}
    </div>
  );
}

interface GroupProps {
  kind: LineKind;
  rows: readonly BookingRow[];
  statement: VendorStatement;
  onFind: (line: ComparedLine) => void;
}

function Group({ kind, rows, statement: { vendor, status }, onFind }: GroupProps) {
  return (
    <>
      <h2>
        {KINDS[kind].label}
        <span className="pp-tag">{rows.length}</span>
        <small>{KINDS[kind].hint}</small>
      </h2>
      <ol>
        {rows.map((row) => (
          <Row key={row.key} row={row} vendorId={vendor.id} onFind={status === 'matched' ? null : onFind} />
        ))}
      </ol>
    </>
  );
}

const decimals = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−');

/** What the vendor writes about a booking: each of its lines, where there are several. */
function theirWords(lines: readonly ComparedLine[]): string {
  const [only] = lines;
  if (lines.length > 1)
    return lines.map(({ reference, amount }) => `${reference ?? ''} ${decimals(amount ?? 0)}`).join(' · ');
  return [only?.dates && `Travel ${only.dates}`, only?.text].filter(Boolean).join(' · ');
}

interface RowProps {
  row: BookingRow;
  vendorId: string;
  /** Null once it is too late to say what a line means. */
  onFind: ((line: ComparedLine) => void) | null;
}

function Row({ row, vendorId, onFind }: RowProps) {
  const { timeZone } = useCurrentUser().organization;
  const { kind, commission, lines, amount, ours, differs } = row;
  const [line] = lines;
  const due = commission?.dueOn && `due ${formatShortDate(commission.dueOn, today(timeZone))}`;
  const theirs = theirWords(lines);
  const called = line?.reference ?? line?.name ?? 'this line';
  return (
    <li className={cx(amount === null && 'out')}>
      <LineGlyph kind={kind} />
      <span className="bk">
        <span>
          {commission ? (
            <Link className="pp-tlink pp-ref" to={paths.commission.href(commission.commissionId)}>
              {commission.bookingReference}
            </Link>
          ) : (
            <span className="pp-ref">{line?.reference ?? 'No reference'}</span>
          )}{' '}
          {commission?.customer ?? line?.name}
          {amount !== null && amount < 0 && <span className="pp-tag">Recall</span>}
        </span>
        <small>{commission ? [due, theirs].filter(Boolean).join(' · ') : theirs || 'As they write it'}</small>
        {kind === 'missing' && line && (
          <span className="vs-acts">
            {onFind && (
              <Button
                variant="ghost"
                size="sm"
                icon={<Search className="pp-i pp-i-14" />}
                aria-label={`Find the booking of ${called}`}
                onClick={() => onFind(line)}
              >
                Find
              </Button>
            )}
            <Link
              className={buttonClass('outline', { size: 'sm' })}
              to={paths.saleCreate.href({ vendorId })}
              aria-label={`Add a sale for ${called}`}
            >
              Add sale
            </Link>
          </span>
        )}
      </span>
      <span className="r yours">{ours === null ? '–' : decimals(ours)}</span>
      <span className="r th">{amount === null ? '–' : decimals(amount)}</span>
      <span className={cx('r df', differs !== null && differs < 0 && 'neg', !differs && 'z')}>
        {differs === null ? '–' : `${differs > 0 ? '+' : ''}${decimals(differs)}`}
      </span>
    </li>
  );
}

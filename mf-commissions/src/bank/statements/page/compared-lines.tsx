import { formatMoneyExact, formatShortDate, plural, roundHalfAway, today } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { buttonClass, CircleAlert, CircleCheck, Clock, cx, Plus } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { ComparedLine, VendorStatement } from '../../bank-types';
import { KIND_ORDER, KINDS, type LineKind } from '../statement-words';

const GLYPHS: Readonly<Record<LineKind, typeof Plus>> = {
  other: CircleAlert,
  received: CircleAlert,
  missing: Plus,
  agrees: CircleCheck,
  unlisted: Clock,
};

/** The lines of a statement beside what is open, differences first. */
export function ComparedLines({ statement }: { statement: VendorStatement }) {
  const { currency } = useCurrentUser().organization;
  const [shown, setShown] = useState<LineKind | null>(null);
  const { lines } = statement;
  const there = KIND_ORDER.filter((kind) => lines.some((line) => line.kind === kind));
  const listed = lines.filter(({ line }) => line !== null);
  const count = (kind: LineKind) => lines.filter((line) => line.kind === kind).length;
  return (
    <div className="vs-lines">
      <div className="pp-seg" role="group" aria-label="Lines">
        {[null, ...there].map((kind) => (
          <button
            key={kind ?? 'all'}
            type="button"
            aria-pressed={shown === kind}
            onClick={() => setShown(kind)}
          >
            {kind ? KINDS[kind].short : 'All'} <span className="n">{kind ? count(kind) : lines.length}</span>
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
        {there
          .filter((kind) => shown === null || shown === kind)
          .map((kind) => (
            <Group key={kind} kind={kind} statement={statement} />
          ))}
        <div className="ft">
          <span>{plural(listed.length, 'line')} of the statement</span>
          <span className="r">{formatMoneyExact(statement.total, currency)}</span>
        </div>
      </section>
    </div>
  );
}

function Group({ kind, statement: { lines, vendor } }: { kind: LineKind; statement: VendorStatement }) {
  const own = lines.filter((line) => line.kind === kind);
  return (
    <>
      <h2>
        {KINDS[kind].label}
        <span className="pp-tag">{own.length}</span>
        <small>{KINDS[kind].hint}</small>
      </h2>
      <ol>
        {own.map((line) => (
          <Line key={line.line ?? line.commission?.commissionId} line={line} vendorId={vendor.id} />
        ))}
      </ol>
    </>
  );
}

const decimals = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−');

function Line({ line, vendorId }: { line: ComparedLine; vendorId: string }) {
  const { timeZone } = useCurrentUser().organization;
  const { kind, commission, reference, name, amount, ours } = line;
  const Glyph = GLYPHS[kind];
  const differs = amount === null ? null : roundHalfAway(amount - (ours ?? 0), 2);
  const due = commission?.dueOn && `due ${formatShortDate(commission.dueOn, today(timeZone))}`;
  const theirs = [line.dates && `Travel ${line.dates}`, line.text].filter(Boolean).join(' · ');
  return (
    <li className={cx(amount === null && 'out')}>
      <span className={cx('g', KINDS[kind].look)}>
        <Glyph className="pp-i" />
      </span>
      <span className="bk">
        <span>
          {commission ? (
            <Link className="pp-tlink pp-ref" to={paths.commission.href(commission.commissionId)}>
              {commission.bookingReference}
            </Link>
          ) : (
            <span className="pp-ref">{reference ?? 'No reference'}</span>
          )}{' '}
          {commission?.customer ?? name}
          {amount !== null && amount < 0 && <span className="pp-tag">Recall</span>}
        </span>
        <small>{commission ? [due, theirs].filter(Boolean).join(' · ') : theirs || 'As they write it'}</small>
        {kind === 'missing' && (
          <Link
            className={buttonClass('outline', { size: 'sm', className: 'vs-add' })}
            to={paths.saleCreate.href({ vendorId })}
            aria-label={`Add a sale for ${reference ?? name ?? 'this line'}`}
          >
            Add sale
          </Link>
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

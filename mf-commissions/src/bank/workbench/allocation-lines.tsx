import {
  formatShortDate,
  readMoney,
  toCents,
  type IsoDate,
  type MoneyReading,
} from '@paperplane/shared/domain';
import { cx, IconButton, Receipt, StatusGlyph, X } from '@paperplane/shared/ui';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { BankRecord } from '../bank-types';
import { centsInput, changePart, missingLines, removePart, shortBy, typedCents } from './draft';
import { Gap, RecordedDay, type PartRowsProps } from './part-gap';
import type { Workbench } from './use-workbench';

interface AllocationLinesProps {
  record: BankRecord;
  workbench: Workbench;
  money: MoneyReading;
  today: IsoDate;
}

/** Up and down lead from amount to amount. */
function onArrows(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const cells = [...document.querySelectorAll<HTMLInputElement>('.wb-lines .wb-cell')];
  event.preventDefault();
  const next = cells[cells.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)];
  next?.focus();
  next?.select();
}

/** The lines of a split: commissions, what is unclaimed, and a fee. */
export function AllocationLines({ record, workbench, money, today }: AllocationLinesProps) {
  const { draft, change } = workbench;
  const missing = missingLines(record)
    .map(({ reference }) => reference)
    .filter(Boolean);
  const isEmpty = draft.parts.length === 0 && draft.unclaimed === null && draft.fee === null;
  return (
    <table className="wb-lines" aria-label="What it pays">
      <thead>
        <tr>
          <th scope="col">Booking</th>
          <th scope="col" className="r due">
            Due
          </th>
          <th scope="col" className="r ex">
            Expected
          </th>
          <th scope="col" className="r amtc">
            This {record.transaction.amount > 0 ? 'deposit' : 'time'}
          </th>
          <th scope="col">
            <span className="pp-sr">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {isEmpty && (
          <tr className="none">
            <td colSpan={5}>Nothing is placed yet. Find the booking, or leave the rest unclaimed.</td>
          </tr>
        )}
        {draft.parts.map((part) => (
          <PartRows
            key={part.commissionId}
            {...{ part, workbench, money, today }}
            bookedOn={record.transaction.amount > 0 ? record.transaction.bookedOn : null}
            due={part.dueOn && formatShortDate(part.dueOn, today)}
          />
        ))}
        {draft.unclaimed !== null && (
          <Extra
            icon={<StatusGlyph status="unpaid" />}
            label="Unclaimed"
            note={missing.length > 0 ? `${missing.join(', ')} · not in Paperplane yet` : 'waits for its sale'}
            {...{ money }}
            value={draft.unclaimed}
            name="Unclaimed amount"
            onChange={(unclaimed) => change((before) => ({ ...before, unclaimed }))}
            onRemove={() => change((before) => ({ ...before, unclaimed: null }))}
          />
        )}
        {draft.fee !== null && (
          <Extra
            icon={<Receipt className="pp-i" />}
            label="Fee"
            note="kept back on the way here"
            {...{ money }}
            value={draft.fee}
            name="Fee"
            onChange={(fee) => change((before) => ({ ...before, fee }))}
            onRemove={() => change((before) => ({ ...before, fee: null }))}
          />
        )}
      </tbody>
    </table>
  );
}

interface CellProps {
  name: string;
  value: string;
  money: MoneyReading;
  onChange: (value: string) => void;
}

/** An amount that is typed in the agency's notation, and written out when one leaves it; the draft holds what was read. */
function Cell({ name, value, money, onChange }: CellProps) {
  const [typed, setTyped] = useState({ text: value, read: value });
  const isWrong = typedCents(value) === null;
  const type = (text: string) => {
    const amount = readMoney(text, money);
    const read = amount.ok && amount.value !== null ? centsInput(toCents(amount.value)) : '';
    setTyped({ text, read });
    onChange(read);
  };
  return (
    <input
      className="wb-cell"
      inputMode="decimal"
      autoComplete="off"
      aria-label={name}
      aria-invalid={isWrong || undefined}
      value={typed.read === value ? typed.text : value}
      onChange={(event) => type(event.target.value)}
      onKeyDown={onArrows}
      onFocus={(event) => event.target.select()}
      onBlur={() => !isWrong && setTyped({ text: value, read: value })}
    />
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton size="sm" className="rm" label={label} onClick={onClick}>
      <X className="pp-i pp-i-14" />
    </IconButton>
  );
}

function PartRows({ part, workbench, due, money, today, bookedOn }: PartRowsProps) {
  const { bookingReference: reference, commissionId: id } = part;
  const short = shortBy(part);
  return (
    <>
      <tr className={cx((short !== 0 || (part.recorded && bookedOn)) && 'has-gap')}>
        <td>
          <span className="pp-ref">{reference}</span>
          <small>
            {part.customer}
            {part.isBack && ' · taken back'}
          </small>
        </td>
        <td className="pp-muted pp-sm r due">{due}</td>
        <td className="r ex">{centsInput(part.expected)}</td>
        <td className={cx('amtc', part.isBack && 'is-back')}>
          <Cell
            name={part.isBack ? `This takes back of ${reference}` : `This pays for ${reference}`}
            money={money}
            value={part.amount}
            onChange={(amount) => workbench.change((before) => changePart(before, id, { amount }))}
          />
        </td>
        <td>
          <Remove
            label={`Remove ${reference}`}
            onClick={() => workbench.change((before) => removePart(before, id))}
          />
        </td>
      </tr>
      {part.recorded && bookedOn && (
        <RecordedDay {...{ part, workbench, today, bookedOn }} on={part.recorded.on} isLast={short === 0} />
      )}
      {short !== 0 && <Gap {...{ part, workbench, short }} currency={money.currency} />}
    </>
  );
}

interface ExtraProps extends CellProps {
  icon: ReactNode;
  label: string;
  note: string;
  onRemove: () => void;
}

function Extra({ icon, label, note, onRemove, ...cell }: ExtraProps) {
  return (
    <tr>
      <td colSpan={3}>
        <span className="sp">
          {icon}
          {label} <small>{note}</small>
        </span>
      </td>
      <td className="amtc">
        <Cell {...cell} />
      </td>
      <td>
        <Remove label={`Remove the ${label.toLowerCase()}`} onClick={onRemove} />
      </td>
    </tr>
  );
}

import { formatCents, formatShortDate, type IsoDate, type MoneyReading } from '@paperplane/shared/domain';
import { cx } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { changePart, lessThanRecorded, moveOver, restOf, type DraftPart } from './draft';
import type { Workbench } from './use-workbench';

/** A part of a transaction, and what its lines need. */
export interface PartRowsProps {
  part: DraftPart;
  workbench: Workbench;
  due: string | null;
  money: MoneyReading;
  today: IsoDate;
  /** The deposit's day; null for money out. */
  bookedOn: IsoDate | null;
}

interface RecordedDayProps extends Pick<PartRowsProps, 'part' | 'workbench' | 'today'> {
  on: IsoDate;
  bookedOn: IsoDate;
  isLast: boolean;
}

/** A part that an admin recorded as received: since when, and which day stays. */
export function RecordedDay({ part, workbench, today, on, bookedOn, isLast }: RecordedDayProps) {
  const { commissionId: id, bookingReference: reference, keepDay } = part;
  const keep = (value: boolean) => workbench.change((before) => changePart(before, id, { keepDay: value }));
  return (
    <tr className={cx('gap', !isLast && 'has-gap')}>
      <td colSpan={5}>
        <div className="g">
          <span className="bank-flag is-recorded">Recorded as received on {formatShortDate(on, today)}</span>
          {on !== bookedOn && (
            <Choice label={`The day on which ${reference} was received`}>
              <button type="button" aria-pressed={keepDay} onClick={() => keep(true)}>
                Keep {formatShortDate(on, today)}
              </button>
              <button type="button" aria-pressed={!keepDay} onClick={() => keep(false)}>
                Use {formatShortDate(bookedOn, today)}
              </button>
            </Choice>
          )}
        </div>
      </td>
    </tr>
  );
}

/** A part that pays less or more than was expected: what becomes of the difference. */
export function Gap({
  part,
  workbench,
  short,
  currency,
}: Pick<PartRowsProps, 'part' | 'workbench'> & { short: number; currency: string }) {
  const { commissionId: id, bookingReference: reference } = part;
  const money = (cents: number) => formatCents(cents, currency);
  const set = (changes: Partial<DraftPart>) => workbench.change((before) => changePart(before, id, changes));
  const percent = part.expected > 0 ? ((short / part.expected) * 100).toFixed(1) : null;
  const less = lessThanRecorded(part);
  const rest = restOf(part);
  return (
    <tr className="gap">
      <td colSpan={5}>
        {short > 0 ? (
          <div className="g">
            <span className="nw">
              {money(short)} short{percent && `, ${percent}%`}
            </span>
            {!part.isOther && (
              <Choice label={`The missing ${money(short)} of ${reference}`}>
                {less > 0 && (
                  <button
                    type="button"
                    aria-pressed={rest === 'received'}
                    onClick={() => set({ rest: 'received' })}
                  >
                    Received otherwise
                  </button>
                )}
                <button type="button" aria-pressed={rest === 'open'} onClick={() => set({ rest: 'open' })}>
                  Keep open
                </button>
                <button type="button" aria-pressed={rest === 'off'} onClick={() => set({ rest: 'off' })}>
                  Write off
                </button>
              </Choice>
            )}
            {rest !== 'off' ? (
              <span className="pp-muted">{restWords(part, rest, money(less))}</span>
            ) : (
              <input
                className="wb-reason"
                aria-label={`Why the rest of ${reference} is written off`}
                placeholder="Why is it written off?"
                maxLength={300}
                value={part.reason}
                onChange={(event) => set({ reason: event.target.value })}
              />
            )}
          </div>
        ) : (
          <div className="g">
            <span className="nw">{money(-short)} over</span>
            <Choice label={`The ${money(-short)} over of ${reference}`}>
              <button type="button" aria-pressed="true">
                Part of it
              </button>
              <button
                type="button"
                aria-pressed="false"
                onClick={() => workbench.change((before) => moveOver(before, id))}
              >
                Unclaimed
              </button>
            </Choice>
            <span className="pp-muted">Received becomes {money(part.expected - short)}.</span>
          </div>
        )}
      </td>
    </tr>
  );
}

/** What a choice about the missing part means; of what was recorded what there is to say. */
function restWords({ vendor }: DraftPart, rest: 'open' | 'received' | null, less: string): string {
  if (rest === 'open') return `${vendor} still owes it.`;
  return rest === 'received' ? `${less} stays recorded as received.` : `${less} less than was recorded.`;
}

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="pp-seg wb-mini" role="group" aria-label={label}>
    {children}
  </div>
);

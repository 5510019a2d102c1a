import { addDays, formatDate, isIsoDate, type IsoDate } from '../../domain/dates';
import { addMonths, startOfMonth, weekdayOf, type OpenDateRange } from '../../domain/date-ranges';
import type { KeyboardEvent } from 'react';
import { cx } from '../base/cx';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** "October 2026". */
export function monthName(month: IsoDate): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T00:00:00Z`),
  );
}

/** The days of a month in weeks from Sunday; `null` where a week reaches into another month. */
export function weeksOf(month: IsoDate): (IsoDate | null)[][] {
  const first = startOfMonth(month);
  const next = addMonths(first, 1);
  const weeks: (IsoDate | null)[][] = [];
  for (let sunday = addDays(first, -weekdayOf(first)); sunday < next; sunday = addDays(sunday, 7)) {
    const week = WEEKDAYS.map((_, index) => addDays(sunday, index));
    weeks.push(week.map((day) => (day >= first && day < next ? day : null)));
  }
  return weeks;
}

const KEYS: Readonly<Record<string, (day: IsoDate) => IsoDate>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => sameDayOf(addMonths(day, -1), day),
  PageDown: (day) => sameDayOf(addMonths(day, 1), day),
};

/** The same day of another month, or that month's last. */
function sameDayOf(month: IsoDate, day: IsoDate): IsoDate {
  const same = month.slice(0, 8) + day.slice(8);
  return isIsoDate(same) ? same : addDays(addMonths(month, 1), -1);
}

export interface MonthGridProps {
  /** Any day of the month. */
  month: IsoDate;
  range: OpenDateRange;
  today: IsoDate;
  /** The one day that Tab reaches. */
  focusDay: IsoDate;
  onChoose: (day: IsoDate) => void;
  /** Arrows, Home, End, Page up and down: the day that should have the focus, perhaps of another month. */
  onMove: (day: IsoDate) => void;
}

/** One month, to choose a day of. */
export function MonthGrid({ month, range, today, focusDay, onChoose, onMove }: MonthGridProps) {
  const { start, end } = range;
  const isWhole = start !== null && end !== null && start !== end;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const day = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const move = KEYS[event.key];
    if (!day || !move) return;
    event.preventDefault();
    onMove(move(day));
  }

  return (
    <table className="pp-month" role="grid" aria-label={monthName(month)} onKeyDown={onKeyDown}>
      <caption>{monthName(month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.charAt(0)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) => {
              if (day === null) return <td key={index} />;
              const isEdge = day === start || day === end;
              const isIn = isEdge || (start !== null && end !== null && day > start && day < end);
              return (
                <td
                  key={day}
                  aria-selected={isIn}
                  className={cx(
                    isIn && isWhole && 'in',
                    isEdge && 'edge',
                    isWhole && day === start && 'from',
                    isWhole && day === end && 'to',
                  )}
                >
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === focusDay ? 0 : -1}
                    aria-label={formatDate(day)}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  addMonths,
  orderRange,
  presetIn,
  startOfMonth,
  type OpenDateRange,
  type RangePreset,
} from '../../domain/date-ranges';
import type { DateOrder } from '../../domain/date-order';
import { addDays, daysUntil, isIsoDate, type IsoDate } from '../../domain/dates';
import { typedDateProblem } from '../../domain/typed-date';
import { LIMITS } from '../../domain/limits';
import { plural } from '../../domain/plural';
import { Button } from '../actions/button';
import { DateInput } from './date-input';
import { IconButton } from '../actions/icon-button';
import { ChevronLeft, ChevronRight } from '../base/icons';
import { MonthGrid } from './month-grid';
import { nextIndex } from '../actions/roving';
import '../kit/date-range-lazy.css';

/** Arrows, Home, End and letters among the presets. */
function rove(event: KeyboardEvent<HTMLButtonElement>) {
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const labels = buttons.map((button) => button.textContent ?? '');
  const next = nextIndex(event.key, buttons.indexOf(event.currentTarget), labels);
  if (next === null) return;
  event.preventDefault();
  buttons[next]?.focus();
}

type Side = 'start' | 'end';

export interface DateRangePanelProps {
  value: OpenDateRange;
  /** The organization's calendar date of today. */
  today: IsoDate;
  onChange: (range: OpenDateRange) => void;
  close: () => void;
  /** Both dates are needed: an open side keeps "Apply" shut. */
  closed?: boolean;
  presets: readonly RangePreset[];
  /** In which order the agency types dates. */
  order: DateOrder | undefined;
}

/** Presets, which apply at once, and a start and an end, which are applied together. */
export function DateRangePanel({
  value,
  today,
  onChange,
  close,
  closed,
  presets,
  order,
}: DateRangePanelProps) {
  const [range, setRange] = useState(value);
  // What was typed on a side and is no date; told once it was left.
  const [typed, setTyped] = useState<Partial<Record<Side, string>>>({});
  const [left, setLeft] = useState<Partial<Record<Side, boolean>>>({});
  // The later of the two months on screen; on a phone the only one.
  const [month, setMonth] = useState(() => startOfMonth(value.end ?? value.start ?? today));
  const [focusDay, setFocusDay] = useState(value.end ?? value.start ?? today);
  const [moved, setMoved] = useState(false);
  const months = useRef<HTMLDivElement>(null);
  const preset = presetIn(presets, value, today);
  const first = addMonths(month, -1);
  const isShown = (day: IsoDate) => day >= first && day < addMonths(month, 1);
  const isReady = closed ? range.start !== null && range.end !== null : !typed.start && !typed.end;

  useEffect(() => {
    if (moved) months.current?.querySelector<HTMLElement>(`[data-day="${focusDay}"]`)?.focus();
  }, [focusDay, moved]);

  function apply(chosen: OpenDateRange) {
    onChange(orderRange(chosen));
    close();
  }

  function show(next: IsoDate) {
    setMonth(next);
    setMoved(false);
    setFocusDay(next);
  }

  function moveTo(day: IsoDate) {
    if (day < LIMITS.dateMin || day > LIMITS.dateMax) return;
    setMoved(true);
    setFocusDay(day);
    if (day < first) setMonth(addMonths(startOfMonth(day), 1));
    else if (!isShown(day)) setMonth(startOfMonth(day));
  }

  function choose(day: IsoDate) {
    setFocusDay(day);
    setTyped({});
    const { start, end } = range;
    // One day open: this is the other one. Otherwise a new range begins.
    setRange(start !== null && end === null ? orderRange({ start, end: day }) : { start: day, end: null });
  }

  function type(side: Side, text: string) {
    const date = isIsoDate(text) ? text : null;
    setTyped({ ...typed, [side]: date ? '' : text });
    setRange({ ...range, [side]: date });
    if (date && !isShown(date) && date >= LIMITS.dateMin) setMonth(startOfMonth(date));
    if (date) setFocusDay(date);
  }

  const ordered = orderRange(range);
  const days = ordered.start && ordered.end ? daysUntil(addDays(ordered.end, 1), ordered.start) : null;
  const problemAt = (side: Side) =>
    left[side] ? typedDateProblem(typed[side] ?? '', order ?? 'mdy', LIMITS.dateMax) : null;
  const field = (side: Side, label: string) => (
    <DateInput
      aria-label={label}
      aria-invalid={problemAt(side) !== null || undefined}
      order={order}
      value={typed[side] || (range[side] ?? '')}
      onChange={(event) => type(side, event.target.value)}
      onBlur={() => setLeft((before) => ({ ...before, [side]: true }))}
    />
  );

  return (
    <form
      className="pp-range"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) apply(range);
      }}
    >
      <ul aria-label="Presets">
        {presets.map((each, index) => (
          <li key={each.key}>
            <button
              type="button"
              aria-pressed={each.key === preset?.key}
              data-autofocus={each.key === preset?.key || (preset === null && index === 0) || undefined}
              onKeyDown={rove}
              onClick={() => apply(each.range(today))}
            >
              {each.label}
            </button>
          </li>
        ))}
      </ul>
      <div className="pp-range-b">
        <div className="pp-row">
          {field('start', 'From')}
          <span className="pp-muted">to</span>
          {field('end', 'To')}
        </div>
        <div className="pp-months" ref={months}>
          <IconButton size="sm" label="Previous month" onClick={() => show(first)}>
            <ChevronLeft className="pp-i" />
          </IconButton>
          {[first, month].map((each) => (
            <MonthGrid
              key={each}
              month={each}
              range={ordered}
              today={today}
              focusDay={isShown(focusDay) ? focusDay : month}
              onChoose={choose}
              onMove={moveTo}
            />
          ))}
          <IconButton size="sm" label="Next month" onClick={() => show(addMonths(month, 1))}>
            <ChevronRight className="pp-i" />
          </IconButton>
        </div>
        <div className="pp-range-f">
          <span className="pp-muted pp-sm" role="status">
            {problemAt('start') ?? problemAt('end') ?? (days !== null && plural(days, 'day'))}
          </span>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={!isReady}>
            Apply
          </Button>
        </div>
      </div>
    </form>
  );
}

import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DateOrder } from '../../domain/date-order';
import type { OpenDateRange } from '../../domain/date-ranges';
import { DateRangePicker } from './date-range-picker';
import { weeksOf } from './month-grid';

const none: OpenDateRange = { start: null, end: null };
const last90: OpenDateRange = { start: '2026-08-24', end: '2026-11-21' };

function show(value: OpenDateRange, required?: boolean, order: DateOrder = 'ymd') {
  const onChange = jest.fn();
  render(
    <DateRangePicker
      label="Sale date"
      value={value}
      today="2026-11-21"
      order={order}
      onChange={onChange}
      required={required}
    />,
  );
  return onChange;
}
const open = () => userEvent.click(screen.getByRole('button', { name: /^Sale date/ }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, date: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: date } });

it('applies a preset at once', async () => {
  const onChange = show(none);
  await open();
  const presets = within(screen.getByRole('list', { name: 'Presets' })).getAllByRole('button');
  expect(presets.map((preset) => preset.textContent)).toEqual([
    'Today',
    'Yesterday',
    'This week',
    'Last week',
    'This month',
    'Last 30 days',
    'Last 90 days',
    'Last 365 days',
    'This year',
  ]);
  await press('Last 90 days');
  expect(onChange).toHaveBeenCalledWith(last90);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('names the preset that is set, starts on it, and is taken off', async () => {
  const onChange = show(last90);
  await open();
  const preset = screen.getByRole('button', { name: 'Last 90 days', pressed: true });
  expect(preset).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('button', { name: 'Last 30 days' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Sale date: Last 90 days' })).toHaveFocus();
  await press('Clear Sale date');
  expect(onChange).toHaveBeenCalledWith(none);
});

// Holds platform-192
it('applies two typed dates, swapped when they are reversed', async () => {
  const onChange = show(none);
  await open();
  type('From', '2026-11-02');
  type('To', '2026-10-05');
  expect(screen.getByText('29 days')).toBeInTheDocument();
  await press('Apply');
  expect(onChange).toHaveBeenCalledWith({ start: '2026-10-05', end: '2026-11-02' });
});

it('leaves everything as it was when cancelled', async () => {
  const onChange = show(last90);
  await open();
  type('From', '2026-11-02');
  await press('Cancel');
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Sale date: Last 90 days' })).toHaveFocus();
});

it('takes two days of the calendar in any order', async () => {
  const onChange = show(none);
  await open();
  await press('Nov 19, 2026');
  await press('Oct 7, 2026');
  expect(screen.getByLabelText('From')).toHaveValue('2026-10-07');
  expect(screen.getByLabelText('To')).toHaveValue('2026-11-19');
  await press('Apply');
  expect(onChange).toHaveBeenCalledWith({ start: '2026-10-07', end: '2026-11-19' });
});

it('is walked by keyboard, over the turn of a month too', async () => {
  show(none);
  await open();
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeInTheDocument();
  const today = screen.getByRole('button', { name: 'Nov 21, 2026' });
  expect(today).toHaveAttribute('aria-current', 'date');
  expect(today).toHaveAttribute('tabindex', '0');
  today.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Nov 29, 2026' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: 'Dec 6, 2026' })).toHaveFocus();
  await userEvent.keyboard('{PageUp}{Home}');
  expect(screen.getByRole('button', { name: 'Nov 1, 2026' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText('From')).toHaveValue('2026-11-01');
});

it('turns to other months', async () => {
  show(none);
  await open();
  await press('Previous month');
  expect(screen.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual([
    'September 2026',
    'October 2026',
  ]);
});

it('needs both dates where there is always a range', async () => {
  const onChange = show(last90, true);
  expect(screen.queryByRole('button', { name: 'Clear Sale date' })).not.toBeInTheDocument();
  await open();
  type('To', '');
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  expect(onChange).not.toHaveBeenCalled();
});

it('lays a month out in weeks from Sunday', () => {
  const weeks = weeksOf('2026-10-15');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, null, null, '2026-10-01', '2026-10-02', '2026-10-03']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(31);
});

// Holds core-19
it('reads dates in the order of the agency, and applies nothing while one of them is no date', async () => {
  const onChange = show(none, false, 'dmy');
  await open();
  await userEvent.type(screen.getByLabelText('From'), '03.04.2026');
  await userEvent.type(screen.getByLabelText('To'), '31.04.2026');
  await userEvent.tab();
  expect(screen.getByLabelText('To')).toHaveValue('31.04.2026');
  expect(screen.getByText('There is no April 31. Enter a date like 31.12.2026.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await userEvent.clear(screen.getByLabelText('To'));
  await userEvent.type(screen.getByLabelText('To'), '30.04.2026');
  await press('Apply');
  expect(onChange).toHaveBeenCalledWith({ start: '2026-04-03', end: '2026-04-30' });
});

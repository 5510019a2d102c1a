import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { DateOrder } from '../domain/date-order';
import { useForm } from '@paperplane/shared/forms';
import { DateField } from '../ui';

/** A form that holds a date by its registration. @returns what it holds */
function registered(order: DateOrder, date = '') {
  const held = { date: () => '', reset: (_: string) => undefined as void };
  function Form() {
    const { register, getValues, setValue } = useForm({ defaultValues: { date }, mode: 'onTouched' });
    held.date = () => getValues('date');
    held.reset = (next) => setValue('date', next);
    return <DateField label="Sale date" order={order} {...register('date')} />;
  }
  render(<Form />);
  return held;
}
const field = () => screen.getByLabelText('Sale date');
const picker = () => document.querySelector<HTMLInputElement>('input[type="date"]') as HTMLInputElement;

afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
});

// docs/product/core.md, Typed dates
// Holds core-17
it.each([
  ['dmy', '31.12.2026', '31.12.2026'],
  ['dmy', '31/12/26', '31.12.2026'],
  ['dmy', '2026-12-31', '31.12.2026'],
  ['mdy', '12/31/2026', '12/31/2026'],
  ['mdy', '2026-12-31', '12/31/2026'],
  ['ymd', '26/12/31', '2026-12-31'],
  ['ymd', '2026.12.31', '2026-12-31'],
] as const)(
  'in the order %s, %s is the last day of 2026, and is shown as %s',
  async (order, typed, shown) => {
    const form = registered(order);
    await userEvent.type(field(), typed);
    expect(form.date()).toBe('2026-12-31');
    await userEvent.tab();
    expect(field()).toHaveValue(shown);
    expect(form.date()).toBe('2026-12-31');
    act(() => form.reset('2026-04-03'));
    expect(field()).toHaveValue({ dmy: '03.04.2026', mdy: '04/03/2026', ymd: '2026-04-03' }[order]);
  },
);

// Holds core-18
it('keeps what is no date, says so once it was left, and lets no form take it for nothing', async () => {
  const form = registered('dmy', '2026-01-31');
  expect(field()).toHaveValue('31.01.2026');
  await userEvent.clear(field());
  expect(form.date()).toBe('');
  await userEvent.type(field(), '30.02.2026');
  expect(field()).toBeValid();
  await userEvent.tab();
  expect(field()).toHaveValue('30.02.2026');
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription('There is no February 30. Enter a date like 31.12.2026.');
  expect(form.date()).toBe('30.02.2026');
  await userEvent.clear(field());
  await userEvent.type(field(), '28.02.2026');
  expect(field()).toBeValid();
  expect(form.date()).toBe('2026-02-28');
});

it('takes years of two digits for past ones where no later day is taken', async () => {
  render(<DateField label="Sale date" name="birthday" order="mdy" max="2026-11-21" />);
  await userEvent.type(field(), '12/31/40');
  await userEvent.tab();
  expect(field()).toHaveValue('12/31/1940');
});

it('opens the browser’s calendar at its day, and takes the day that is chosen there', async () => {
  const opened: string[] = [];
  HTMLInputElement.prototype.showPicker = function show() {
    opened.push(this.value);
  };
  const form = registered('dmy', '2026-01-31');
  await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }));
  expect(opened).toEqual(['2026-01-31']);
  fireEvent.change(picker(), { target: { value: '2026-12-24' } });
  expect(field()).toHaveValue('24.12.2026');
  expect(field()).toHaveFocus();
  expect(form.date()).toBe('2026-12-24');
});

it('is controlled by its value, and leaves alone what is being typed', async () => {
  function Form() {
    const [date, setDate] = useState('2026-01-31');
    return (
      <>
        <DateField
          label="Sale date"
          order="mdy"
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <button onClick={() => setDate('2026-03-01')}>March</button>
        <output>{date}</output>
      </>
    );
  }
  render(<Form />);
  expect(field()).toHaveValue('01/31/2026');
  await userEvent.clear(field());
  await userEvent.type(field(), '2/3/2026');
  expect(field()).toHaveValue('2/3/2026');
  expect(screen.getByRole('status')).toHaveTextContent('2026-02-03');
  await userEvent.click(screen.getByText('March'));
  expect(field()).toHaveValue('03/01/2026');
});

it('is the browser’s own field where one points with a finger', () => {
  window.matchMedia = (query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList;
  const form = registered('dmy', '2026-01-31');
  expect(field()).toHaveAttribute('type', 'date');
  expect(field()).toHaveValue('2026-01-31');
  fireEvent.change(field(), { target: { value: '2026-12-24' } });
  expect(form.date()).toBe('2026-12-24');
});

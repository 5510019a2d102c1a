import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Checkbox } from './checkbox';
import { DateField } from '../dates/date-field';
import { MoneyField } from './money-field';
import { PercentField } from './percent-field';
import { SelectField } from './select-field';
import { TextArea } from './text-area';
import { TextField } from './text-field';

const methods = [{ value: 'check', label: 'Check' }];

it('ties label, hint and error to every control', () => {
  render(
    <>
      <TextField label="First name" name="firstName" hint="As in the passport" />
      <TextArea label="Notes" name="notes" error="Use at most 5,000 characters." />
      <SelectField label="Payment method" name="paymentMethod" options={methods} error="Choose how." />
      <DateField order="mdy" label="Sale date" name="saleDate" error="Enter the sale date." />
      <MoneyField money={{ currency: 'USD' }} label="Total amount" name="totalAmount" hint="Before fees" />
      <PercentField label="Commission rate" name="commissionRate" optional />
      <Checkbox label="Remember me" name="remember" error="Tick it." />
    </>,
  );
  expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('As in the passport');
  expect(screen.getByLabelText('First name')).not.toHaveAttribute('aria-invalid');
  expect(screen.getByLabelText('Notes')).toHaveAccessibleDescription('Use at most 5,000 characters.');
  expect(screen.getByLabelText('Notes')).toBeInvalid();
  expect(screen.getByRole('combobox', { name: 'Payment method' })).toBeInvalid();
  expect(screen.getByLabelText('Sale date')).toHaveAccessibleDescription('Enter the sale date.');
  expect(screen.getByLabelText('Total amount')).toHaveAttribute('inputmode', 'decimal');
  expect(screen.getByLabelText('Commission rate')).toHaveAttribute('id', 'field-commissionRate');
  expect(screen.getByText('Optional')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toHaveAccessibleDescription('Tick it.');
});

it('shows an error instead of the hint', () => {
  render(<TextField label="Email" hint="We never share it" error="Enter an email address." />);
  expect(screen.queryByText('We never share it')).not.toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Enter an email address.');
});

it('takes a form registration as it comes: name, ref and handlers reach the control', async () => {
  const controls: Record<string, HTMLElement | null> = {};
  const [onChange, onBlur] = [jest.fn(), jest.fn()];
  const register = (name: string) => ({
    name,
    onChange,
    onBlur,
    ref: (control: HTMLElement | null) => {
      controls[name] = control;
    },
  });
  const { container } = render(
    <form>
      <MoneyField money={{ currency: 'USD' }} label="Total amount" {...register('totalAmount')} />
      <SelectField label="Method" placeholder="Choose" options={methods} {...register('paymentMethod')} />
      <TextArea label="Notes" {...register('notes')} />
      <Checkbox label="Terms" {...register('terms')} />
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Total amount'), '1,482.50');
  await userEvent.selectOptions(screen.getByLabelText('Method'), 'Check');
  await userEvent.type(screen.getByLabelText('Notes'), 'x');
  await userEvent.click(screen.getByLabelText('Terms'));
  expect(Object.fromEntries(new FormData(container.querySelector('form') ?? undefined))).toEqual({
    totalAmount: '1,482.50',
    paymentMethod: 'check',
    notes: 'x',
    terms: 'on',
  });
  expect(controls['totalAmount']).toBe(screen.getByLabelText('Total amount'));
  expect(controls['terms']).toBe(screen.getByLabelText('Terms'));
  expect(onChange).toHaveBeenCalledTimes(8 + 1 + 1 + 1);
  expect(onBlur).toHaveBeenCalledTimes(3);
});

it('writes an amount as amounts are written when it is left, before the form reads it', async () => {
  const read: string[] = [];
  render(
    <MoneyField
      money={{ currency: 'USD' }}
      label="Total amount"
      name="totalAmount"
      onBlur={(event) => read.push(event.target.value)}
    />,
  );
  const field = screen.getByLabelText('Total amount');
  for (const [typed, shown] of [
    ['1482.5', '1,482.50'],
    ['$12940', '12,940.00'],
    ['twelve', 'twelve'],
    ['', ''],
  ] as const) {
    await userEvent.clear(field);
    if (typed) await userEvent.type(field, typed);
    await userEvent.tab();
    expect(field).toHaveValue(shown);
    expect(read.at(-1)).toBe(shown);
  }
});

// Holds core-9
it.each([
  ['point', '1,234'],
  ['comma', '1.234'],
] as const)('reads an amount by the notation that the agency chose: %s', async (notation, typed) => {
  const { rerender } = render(
    <MoneyField label="Total" name="total" money={{ currency: 'EUR', notation }} />,
  );
  await userEvent.type(screen.getByLabelText('Total'), typed);
  expect(screen.getByRole('status')).toHaveTextContent('€1,234.00');
  const other = notation === 'point' ? 'comma' : 'point';
  rerender(
    <MoneyField key="other" label="Total" name="total" money={{ currency: 'EUR', notation: other }} />,
  );
  await userEvent.type(screen.getByLabelText('Total'), typed);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

// Holds core-13
it('shows what is read of an amount while it is typed, in the notation of its currency', async () => {
  render(<MoneyField label="Total amount" name="totalAmount" money={{ currency: 'EUR' }} />);
  const field = screen.getByLabelText('Total amount');
  const reading = screen.getByRole('status');
  expect(reading).toBeEmptyDOMElement();
  for (const [typed, read] of [
    ['1.234', '€1,234.00'],
    ['1,23', '€1.23'],
    ['1 234,5', '€1,234.50'],
    ['-5', ''],
    ['$250', ''],
    ['twelve', ''],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    expect(reading).toHaveTextContent(read);
    if (read === '') expect(reading).toBeEmptyDOMElement();
  }
  await userEvent.clear(field);
  await userEvent.type(field, '1.234');
  await userEvent.tab();
  expect(field).toHaveValue('1,234.00');
  await waitFor(() => expect(reading).toBeEmptyDOMElement());
  expect(screen.getByText('€')).toBeInTheDocument();
});

test('what was read stays below an amount until the press that leaves it has clicked', async () => {
  const press = jest.fn();
  render(
    <>
      <MoneyField money={{ currency: 'USD' }} label="Total amount" name="total" />
      <button onClick={press}>Approve</button>
    </>,
  );
  await userEvent.type(screen.getByLabelText('Total amount'), '1482');
  const reading = screen.getByRole('status');
  const button = screen.getByRole('button', { name: 'Approve' });
  await userEvent.pointer({ keys: '[MouseLeft>]', target: button });
  expect(reading).toHaveTextContent('$1,482.00');
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  expect(press).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(reading).toBeEmptyDOMElement());
});

it('goes from control to control with Tab, and to the action beside a label after its control', async () => {
  render(
    <>
      <TextField label="Email" name="email" />
      <TextField label="Password" name="password" labelAction={<a href="#forgot">Forgot your password?</a>} />
    </>,
  );
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByLabelText('Password')).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('link')).toHaveFocus();
});

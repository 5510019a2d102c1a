import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AppError } from '@paperplane/shared/domain';
import { StatementDetailsForm } from './statement-details-form';

const SAVED = { email: 'office@harbourvale.test', phone: null, postalAddress: null, taxNumber: null };

function show(answer: AppError | null = null) {
  const onSave = jest.fn(() => Promise.resolve(answer));
  render(<StatementDetailsForm saved={SAVED} busy={false} onSave={onSave} />);
  return onSave;
}
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const write = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save details' }));

it('saves e-mail, phone, postal address and tax number as they are printed', async () => {
  const onSave = show();
  write(/Phone/, ' +1 (212) 555-0148');
  write(/Postal address/, '48 Chandlers Wharf\nNew York, NY 10004');
  write(/Tax number/, 'EIN 00-4815162');
  await save();
  expect(onSave).toHaveBeenCalledWith({
    email: 'office@harbourvale.test',
    phone: '+1 (212) 555-0148',
    postalAddress: '48 Chandlers Wharf\nNew York, NY 10004',
    taxNumber: 'EIN 00-4815162',
  });
});

it.each([
  [/Email/, 'office', 'Enter a full email address, like name@agency.com.'],
  [/Phone/, 'call us', 'Use digits, spaces and + ( ) - only.'],
  [/Postal address/, 'a\nb\nc\nd\ne\nf\ng', 'Use at most 6 lines.'],
])('says at the field what is wrong with it: %s', async (name, text, message) => {
  const onSave = show();
  write(name, text);
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(onSave).not.toHaveBeenCalled();
});

it('shows at its field what the database refuses, anything else above', async () => {
  const refusal = { field: 'taxNumber', userMessage: 'Enter the number on one line.' } as AppError;
  show(refusal);
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter the number on one line.');
  expect(field(/Tax number/)).toHaveAttribute('aria-invalid', 'true');
});

import { processError } from '@paperplane/shared/domain';
import { renderAt } from '@paperplane/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { customerForm, customerTexts } from '../customers/customer-form';
import { RecordForm } from './record-form';

const show = (save: jest.Mock) => {
  renderAt(
    <RecordForm
      spec={customerForm}
      initial={customerTexts()}
      save={save}
      submitLabel="Add customer"
      purpose="add this customer"
      failedTitle="Customer not added"
      cancelTo="/customers"
      note="A name is enough."
    />,
  );
  return userEvent.setup();
};

const field = (name: string) => screen.getByLabelText(name);
const submit = () => screen.getByRole('button', { name: 'Add customer' });

describe('RecordForm', () => {
  it('sends checked values on Ctrl+Enter', async () => {
    const save = jest.fn().mockResolvedValue(undefined);
    const user = show(save);
    await user.type(field('First name'), 'Elena');
    await user.type(field('Last name'), 'Duval ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith({
        firstName: 'Elena',
        lastName: 'Duval',
        email: null,
        phone: null,
        notes: null,
      }),
    );
  });

  it('saves once, however often it is sent', async () => {
    const save = jest.fn(() => new Promise<void>(() => undefined));
    const user = show(save);
    await user.type(field('First name'), 'Elena');
    await user.type(field('Last name'), 'Duval');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(save).toHaveBeenCalled());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(submit());
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('shows an error when a field is left, and takes it away on input', async () => {
    const user = show(jest.fn());
    await user.type(field('Email'), 'elena@');
    await user.tab();
    expect(await screen.findByText('Enter a full email address, like name@agency.com.')).toBeInTheDocument();
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await user.type(field('Email'), 'x');
    expect(field('Email')).not.toHaveAttribute('aria-invalid');
  });

  it('lists what stops it, takes the focus there and leads to each field', async () => {
    const save = jest.fn();
    const user = show(save);
    await user.click(submit());
    const summary = (await screen.findByText('Fix 2 fields to add this customer')).closest('[role=alert]');
    await waitFor(() => expect(summary).toHaveFocus());
    await user.click(within(summary as HTMLElement).getByRole('link', { name: 'Enter a last name.' }));
    expect(field('Last name')).toHaveFocus();
    expect(save).not.toHaveBeenCalled();
  });

  it('puts a refused save at its field and keeps everything typed', async () => {
    const refusal = processError(
      { code: '23514', message: 'violates check constraint "customers_email_format"' },
      'Api/createCustomer',
    );
    const user = show(jest.fn().mockRejectedValue(refusal));
    await user.type(field('First name'), 'Elena');
    await user.type(field('Last name'), 'Duval');
    await user.type(field('Email'), 'elena@example.com');
    await user.click(submit());
    await waitFor(() => expect(field('Email')).toHaveAttribute('aria-invalid', 'true'));
    expect(field('Email')).toHaveValue('elena@example.com');
    expect(field('First name')).toHaveValue('Elena');
  });

  it('shows a failure that belongs to no field above the form', async () => {
    const user = show(jest.fn().mockRejectedValue(processError(new TypeError('Failed to fetch'), 'Api/x')));
    await user.type(field('First name'), 'Elena');
    await user.type(field('Last name'), 'Duval');
    await user.click(submit());
    expect(await screen.findByText('Customer not added')).toBeInTheDocument();
    expect(
      screen.getByText('Network connection issue. Please check your internet connection.'),
    ).toBeInTheDocument();
  });
});

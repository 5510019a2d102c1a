import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AppError } from '@paperplane/shared/domain';
import { ReceiptTrackingForm } from './receipt-tracking-form';

function show(
  saved: Parameters<typeof ReceiptTrackingForm>[0]['saved'] = { since: null, proposed: '2026-01-05' },
  failure: AppError | null = null,
) {
  const onSave = jest.fn();
  render(<ReceiptTrackingForm saved={saved} busy={false} failure={failure} onSave={onSave} />);
  return onSave;
}
const field = () => screen.getByLabelText(/Vendors’ payments are tracked since/);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save day' }));

it('proposes the first day of the oldest bank import, and saves what an owner says', async () => {
  const onSave = show();
  expect(field()).toHaveAccessibleDescription(/What was due before counts as settled/);
  await userEvent.click(screen.getByRole('button', { name: 'Use Jan 5, 2026' }));
  expect(field()).toHaveValue('2026-01-05');
  expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
  await save();
  expect(onSave).toHaveBeenCalledWith('2026-01-05');
});

it('takes the day back when the field is emptied', async () => {
  const onSave = show({ since: '2026-01-05', proposed: '2026-01-05' });
  await userEvent.clear(field());
  await save();
  expect(onSave).toHaveBeenCalledWith(null);
});

it('proposes nothing without an import, and shows at the field what the database refuses', () => {
  show(
    { since: '1950-01-01', proposed: null },
    {
      type: 'VALIDATION',
      userMessage: 'Enter a day from Jan 1, 1990 on.',
      message: '',
      context: '',
      field: 'receiptsTrackedSince',
    },
  );
  expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
  expect(field()).toHaveAccessibleDescription(/Enter a day from Jan 1, 1990 on/);
});

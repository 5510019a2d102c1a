import { renderInApp } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SaleChange, SaleDetail } from '../../sale';
import { aSale } from '../../testing/factories';
import { SaleConflict } from './conflict-dialog';

const theo: SaleChange = {
  changedBy: { id: 'u1', firstName: 'Theo', lastName: 'Lindqvist' },
  changedAt: '2026-11-21T14:14:00Z',
  changeType: 'update',
  previousData: { totalAmount: 3275, commissionAmount: 360.25, notes: null },
  newData: { totalAmount: 3000, commissionAmount: 330, notes: 'Theirs' },
  changedFields: ['total_amount', 'commission_amount', 'notes'],
  comment: null,
  version: 2,
};

function show(theirs: SaleDetail, mine: SaleDetail, changes: SaleChange[] = [theo]) {
  const onResolve = jest.fn<void, [SaleDetail]>();
  const onClose = jest.fn();
  renderInApp(
    <SaleConflict
      conflict={{ before: aSale(), theirs, mine, changes }}
      timeZone="UTC"
      onResolve={onResolve}
      onClose={onClose}
    />,
  );
  return { onResolve, onClose, save: () => userEvent.click(screen.getByRole('button', { name: /^Save/ })) };
}

describe('a sale that somebody else saved first', () => {
  it('says who changed what and when, and what each field was', () => {
    show(aSale({ amount: 3000, notes: 'Theirs' }), aSale({ amount: 4000 }));
    expect(screen.getByText('Theo Lindqvist').parentElement).toHaveTextContent(
      'Theo Lindqvist changed the total amount, the commission, and the notes Nov 21, 2:14 PM',
    );
    const total = screen.getByRole('group', { name: 'Total amount' });
    expect(total).toHaveAccessibleDescription('It was $3,275.00.');
    expect(within(total).getByRole('radio', { name: 'Keep mine $4,000.00' })).not.toBeChecked();
    expect(within(total).getByRole('radio', { name: 'Take theirs $3,000.00' })).not.toBeChecked();
    expect(screen.getByText('Changed by others, and taken over').parentElement).toHaveTextContent(
      'Notesempty → Theirs',
    );
  });

  // Holds sales-34
  it('saves nothing before every overlap is decided, then what was chosen', async () => {
    const { save, onResolve } = show(
      aSale({ amount: 3000, notes: 'Theirs' }),
      aSale({ amount: 4000, notes: 'Mine' }),
    );
    await userEvent.click(screen.getByRole('radio', { name: /Keep mine \$4,000/ }));
    await save();
    expect(onResolve).not.toHaveBeenCalled();
    const notes = screen.getByRole('group', { name: 'Notes' });
    expect(within(notes).getByRole('alert')).toHaveTextContent('Choose one of the two.');
    expect(within(notes).getByRole('radio', { name: 'Keep mine Mine' })).toHaveFocus();
    await userEvent.click(within(notes).getByRole('radio', { name: 'Take theirs Theirs' }));
    await save();
    expect(onResolve.mock.calls[0]?.[0]).toMatchObject({ totalAmount: 4000, notes: 'Theirs' });
  });

  it('says what cannot be saved because the sale has been paid, and keeps the rest', async () => {
    const paid = {
      ...theo,
      changeType: 'status_change' as const,
      previousData: { status: 'booked' as const },
      newData: { status: 'paid' as const },
      changedFields: ['status'],
      comment: 'Wire came',
    };
    const { save, onResolve } = show(aSale({ paid: true }), aSale({ amount: 4000, notes: 'Mine' }), [paid]);
    expect(screen.getByText(/Financial details are locked because this sale is paid/)).toHaveTextContent(
      'What you typed there cannot be saved; everything else is kept.',
    );
    expect(screen.getByText('Wire came')).toBeInTheDocument();
    expect(screen.getByText('Status').parentElement).toHaveTextContent('Booked → Paid');
    expect(screen.getByText('Stays as it is').parentElement).toHaveTextContent('$4,000.00 → $3,275.00');
    await save();
    expect(onResolve.mock.calls[0]?.[0]).toMatchObject({ totalAmount: 3275, notes: 'Mine' });
  });

  it('leaves the customer of a paid sale to admins', async () => {
    const other = { id: 'customer-9', firstName: 'Ines', lastName: 'Albrecht', email: null, phone: null };
    const { save, onResolve } = show(
      aSale({ paid: true }),
      aSale({ notes: 'Mine' }, { customerId: other.id, customer: other }),
    );
    expect(screen.getByText('Stays as it is').parentElement).toHaveTextContent('Customer');
    await save();
    expect(onResolve.mock.calls[0]?.[0]).toMatchObject({ customerId: aSale().customerId, notes: 'Mine' });
  });

  // Holds sales-35
  it('leads back to the form with nothing saved', async () => {
    const { onClose, onResolve } = show(aSale({ notes: 'Theirs' }), aSale({ notes: 'Mine' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back to the form' }));
    expect(onClose).toHaveBeenCalled();
    expect(onResolve).not.toHaveBeenCalled();
  });
});

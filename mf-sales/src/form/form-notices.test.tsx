import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DraftBanner } from './draft-banner';
import { DuplicateList } from './duplicate-notice';
import { LeaveDialog } from './leave-guard';
import { customerTexts } from './record-schemas';

describe('a booking that seems to be there already', () => {
  const sale = {
    id: 's9',
    bookingReference: 'MER-00714',
    saleDate: '2026-11-16',
    status: 'booked' as const,
    totalAmount: 12_940,
    customer: { firstName: 'Aiko', lastName: 'Tanaka' },
  };

  it('is shown with what tells it apart, and opens beside the form', () => {
    render(<DuplicateList duplicates={[sale]} currency="USD" />);
    expect(screen.getByRole('status')).toHaveTextContent('A sale with this reference exists already');
    expect(screen.getByRole('listitem')).toHaveTextContent('Aiko Tanaka · Nov 16, 2026 · $12,940 · Booked');
    const link = screen.getByRole('link', { name: 'MER-00714 (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/sales/s9');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('may be several', () => {
    render(<DuplicateList duplicates={[sale, { ...sale, id: 's8' }]} currency="USD" />);
    expect(screen.getByRole('status')).toHaveTextContent('Sales with this reference exist already');
    expect(screen.getAllByRole('link')).toHaveLength(2);
  });
});

describe('a draft that is back', () => {
  it('says from when it is and can be discarded', async () => {
    const onDiscard = jest.fn();
    render(
      <DraftBanner savedAt="2026-11-21T12:05:00Z" timeZone="UTC" outdated={false} onDiscard={onDiscard} />,
    );
    expect(screen.getByRole('status')).toHaveTextContent(
      'What you typed until Nov 21, 12:05 PM is here again',
    );
    expect(screen.getByRole('status')).not.toHaveTextContent('changed since');
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(onDiscard).toHaveBeenCalled();
  });

  it('warns when the sale has changed since', () => {
    render(
      <DraftBanner savedAt="2026-11-21T12:05:00Z" timeZone="UTC" outdated onDiscard={() => undefined} />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('The sale has changed since');
  });
});

test('leaving asks what is to become of what was typed; Esc stays', async () => {
  const [onStay, onKeep, onDiscard] = [jest.fn(), jest.fn(), jest.fn()];
  render(<LeaveDialog onStay={onStay} onKeep={onKeep} onDiscard={onDiscard} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Leave without saving?' });
  expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onStay).toHaveBeenCalledTimes(1);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep draft' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect([onKeep.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  ['', { firstName: '', lastName: '', email: '' }],
  ['Aiko', { firstName: 'Aiko', lastName: '', email: '' }],
  [' Maria del  Carmen Ruiz ', { firstName: 'Maria del Carmen', lastName: 'Ruiz', email: '' }],
  ['aiko@tanaka.test', { firstName: '', lastName: '', email: 'aiko@tanaka.test' }],
])('a search for “%s” that found nobody fills the new customer’s fields', (typed, texts) => {
  expect(customerTexts(typed)).toEqual({ ...texts, phone: '' });
});

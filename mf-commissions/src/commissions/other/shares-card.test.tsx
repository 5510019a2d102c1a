import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../contract';
import SharesCard from './shares-card';

const COMMISSION = idOf('c1');
const KENJI = {
  id: idOf('h1'),
  user_id: idOf('u2'),
  name: 'Kenji Watanabe',
  role: 'co_seller',
  percent: 40,
  split: 55,
  gross_part: 528.08,
  agent_amount: 290.44,
  status: 'paid',
  paid_on: '2026-11-21',
  payment_id: idOf('p1'),
  voided_on: null,
  statement_id: null,
  hold: null,
  recallable: 290.44,
};

/** The card of a commission with these shares. @returns what the database was asked, by name */
function show(share: object, role: 'admin' | 'agent' = 'admin', canPay = false) {
  const asked: [string, unknown][] = [];
  pretendDatabase(contract, (name, args) => {
    asked.push([name, args]);
    return name === 'get_commission_shares' ? [{ ...KENJI, ...share }] : { success: true, id: idOf('l1') };
  });
  renderSignedIn(<SharesCard commissionId={COMMISSION} canPay={canPay} deposits={[]} />, role);
  return asked;
}
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }, { timeout: 10_000 }));

describe('SharesCard', () => {
  // Holds payouts-90
  it('takes a share back that was paid, by what the seller’s is taken back with', async () => {
    const asked = show({});
    await press('Take back from Kenji Watanabe');
    const form = within(
      await screen.findByRole('dialog', { name: 'Take commission back' }, { timeout: 10_000 }),
    );
    expect(form.getByText('Co-seller, 40%, paid to Kenji Watanabe')).toBeInTheDocument();
    const amount = form.getByRole('textbox', { name: /Amount/ });
    expect(amount).toHaveValue('290.44');
    await userEvent.clear(amount);
    await userEvent.type(amount, '290.45');
    const submit = form.getByRole('button', { name: /^Take back/ });
    await userEvent.click(submit);
    expect(amount).toHaveAccessibleDescription(
      'At most $290.44 can be taken back: what the agent was paid for it.',
    );
    await userEvent.clear(amount);
    await userEvent.type(amount, '40');
    await userEvent.type(form.getByRole('textbox', { name: /Reason/ }), 'Cabin fell through');
    await userEvent.click(submit);
    await waitFor(() =>
      expect(asked.find(([name]) => name === 'record_recall')?.[1]).toMatchObject({
        commission_id: COMMISSION,
        share_id: KENJI.id,
        amount: 40,
        note: 'Cabin fell through',
      }),
    );
  });

  // Holds payouts-91
  it('keeps what was typed into it for the next time', async () => {
    show({});
    await press('Take back from Kenji Watanabe');
    await userEvent.type(
      await screen.findByRole('textbox', { name: /Reason/ }, { timeout: 10_000 }),
      'The ship did not sail',
    );
    cleanup();
    show({});
    await press('Take back from Kenji Watanabe');
    expect(await screen.findByRole('textbox', { name: /Reason/ })).toHaveValue('The ship did not sail');
  });

  // Holds payouts-92
  it('says what was taken back of a share, and takes back what is left alone', async () => {
    show({ recallable: 250.44 });
    expect(await screen.findByText('Paid Nov 21, 2026, $40.00 of it taken back')).toBeInTheDocument();
    cleanup();
    show({ recallable: 0 });
    expect(await screen.findByText('Paid Nov 21, 2026, $290.44 of it taken back')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Take back/ })).not.toBeInTheDocument();
  });

  // Holds payouts-82
  it.each([false, true])(
    'lets admins void a payment made alone, also once the commission is agent paid (%p)',
    async (canPay) => {
      show({}, 'admin', canPay);
      await press('Void payment to Kenji Watanabe');
      expect(screen.getByRole('dialog', { name: 'Void $290.44?' })).toBeInTheDocument();
    },
  );

  it.each([{ statement_id: idOf('s1') }, { voided_on: '2026-12-01' }, { status: 'open', payment_id: null }])(
    'has nothing to void of %j',
    async (share) => {
      show(share);
      expect(await screen.findByText('Kenji Watanabe')).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /^Void/ })).not.toBeInTheDocument();
    },
  );

  // Holds payouts-24
  it('says upon whose share each override of one lead is, also of its buttons', async () => {
    const lead = { ...KENJI, name: 'Grace Lindgren', role: 'override', percent: 5, status: 'open' };
    const open = { ...lead, paid_on: null, payment_id: null, recallable: 0 };
    pretendDatabase(contract, () => [
      { ...open, id: idOf('h2'), upon: 'Nina Keller' },
      { ...open, id: idOf('h3'), upon: 'Kenji Watanabe' },
      // As a database of before answers.
      { ...open, id: idOf('h4') },
    ]);
    renderSignedIn(<SharesCard commissionId={COMMISSION} canPay deposits={[]} />, 'admin');
    const rows = within(await screen.findByRole('list', { name: 'Shares' })).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('small')?.textContent)).toEqual([
      'Override: 5% of Nina Keller’s commission',
      'Override: 5% of Kenji Watanabe’s commission',
      'Override, 5%',
    ]);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Record payment to Grace Lindgren, Override: 5% of Nina Keller’s commission',
      'Record payment to Grace Lindgren, Override: 5% of Kenji Watanabe’s commission',
      'Record payment to Grace Lindgren',
    ]);
  });

  it('lets people read their own, and no more', async () => {
    const { recallable: _admins, ...own } = KENJI;
    pretendDatabase(contract, () => [own]);
    renderSignedIn(<SharesCard commissionId={COMMISSION} canPay deposits={[]} />, 'agent');
    expect(await screen.findByText('Paid Nov 21, 2026')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../contract';
import { AgainDialog } from './again-dialog';
import { TryCard } from './try-card';
import type { Agreement, Terms } from './terms-api';

jest.setTimeout(60_000);

const GRACE = { id: idOf('u1'), firstName: 'Grace', lastName: 'Lindgren', role: 'agent' } as const;
const row = (number: number, more: object = {}) => ({
  sales_id: idOf(`s${number}`),
  kind: 'vendor',
  shared: false,
  booking_reference: `AZ-${number}`,
  customer: 'Amelia Hart',
  vendor_name: 'Halcyon Ocean Lines',
  day: '2027-01-12',
  split_before: 60,
  split_after: 67.5,
  amount_before: 60,
  amount_after: 67.5,
  ...more,
});
const AGAIN = {
  count: 52,
  before: 3120,
  after: 3510,
  expected: 'state-1',
  rows: [row(1), row(2, { kind: 'service_fee' }), row(3, { shared: true, booking_reference: null })],
};

describe('applying terms again', () => {
  const applied: unknown[] = [];
  const onClose = jest.fn();
  let answer: object;
  let previews: object[];
  function show(...given: object[]) {
    applied.length = 0;
    onClose.mockClear();
    previews = given;
    answer = { success: true, error: null, field: null, changed: 52 };
    pretendDatabase(contract, (name, args) => {
      if (name === 'preview_terms_again') return previews.length > 1 ? previews.shift() : previews[0];
      applied.push(args);
      return answer;
    });
    renderSignedIn(<AgainDialog member={GRACE} onClose={onClose} />, 'admin');
  }

  // Holds agreements-24
  it('says first what changes, row by row and in sum, and applies what was read', async () => {
    show(AGAIN);
    const table = await screen.findByRole('table', { name: 'What changes' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'SaleSplitAmount',
      'Amelia Hart · AZ-1Halcyon Ocean Lines, Jan 12, 202760% → 67.5%$60.00 → $67.50',
      'Amelia Hart · AZ-2, service feeHalcyon Ocean Lines, Jan 12, 202760% → 67.5%$60.00 → $67.50',
      'Amelia Hart, sharedHalcyon Ocean Lines, Jan 12, 202760% → 67.5%$60.00 → $67.50',
    ]);
    expect(screen.getByText('The latest 3 are shown; the sums are of all.')).toBeVisible();
    await userEvent.click(
      screen.getByRole('button', { name: 'Apply: $3,510.00 for Grace Lindgren, 52 shares' }),
    );
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(applied).toEqual([
      { member_id: GRACE.id, expected: 'state-1', request_key: expect.any(String) as string },
    ]);
  });

  // Holds agreements-20
  it('shows the new figures when something changed meanwhile, and applies those', async () => {
    show(AGAIN, { ...AGAIN, count: 3, after: 300, expected: 'state-2' });
    answer = {
      ...{ success: false, error: 'Something changed meanwhile. Look at it again.' },
      ...{ field: null, code: 'terms_again_changed', params: {} },
    };
    await userEvent.click(await screen.findByRole('button', { name: /^Apply: \$3,510/ }));
    expect(await screen.findByText('Something changed meanwhile. Look at it again.')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    answer = { success: true, error: null, field: null, changed: 3 };
    await userEvent.click(
      await screen.findByRole('button', { name: 'Apply: $300.00 for Grace Lindgren, 3 shares' }),
    );
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(applied.at(-1)).toMatchObject({ expected: 'state-2' });
  });

  it('offers nothing where nothing would change', async () => {
    show({ count: 0, before: 0, after: 0, expected: 'none', rows: [] });
    expect(await screen.findByText(/^Nothing to change/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });
});

describe('trying a sale', () => {
  const TRIED = {
    ...{ split: 68, by: 'vendor', vendor: 68, category: null, tier: 65, default: 60 },
    ...{ amount: 680, version: 4 },
  };
  const asked: unknown[] = [];
  const AGREEMENT = { member: GRACE, today: '2027-02-03' } as unknown as Agreement;
  const terms = (basis: string): Terms => ({
    defaultSplit: 60,
    vendorSplits: [],
    categorySplits: [],
    overrides: [],
    tiers: { basis, yearStart: '01-01', mode: 'from_there_on', steps: [{ from: 0, split: 65 }] } as never,
  });
  function show(basis = 'sales_booked') {
    asked.length = 0;
    pretendDatabase(contract, (name, args) => {
      if (name !== 'try_terms') return [];
      asked.push(args);
      return TRIED;
    });
    renderSignedIn(<TryCard agreement={AGREEMENT} now={terms(basis)} />, 'agent');
  }

  // Holds agreements-27
  it('says which rule wins, what the others say, and what it comes to', async () => {
    show();
    expect(await screen.findByText('68% of $1,000.00, by version 4')).toBeVisible();
    expect(screen.getByText('$680.00')).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'Which one applies' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Vendor, applies68%', 'Category–', 'Tier65%', 'Default60%']);
    expect(asked).toEqual([
      {
        ...{ member_id: GRACE.id, day: '2027-02-03', vendor_id: null },
        ...{ category: null, commission: 1000, total: null },
      },
    ]);
  });

  it('asks again for another category and amount; what is no amount is said at its field and not asked', async () => {
    show();
    await screen.findByText('$680.00');
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'insurance');
    await userEvent.type(screen.getByLabelText(/^Sale total/), '40000');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ category: 'insurance', commission: 1000, total: 40_000 }),
    );
    const before = asked.length;
    const commission = screen.getByLabelText(/^Commission/);
    await userEvent.clear(commission);
    await userEvent.type(commission, 'much');
    await waitFor(() => expect(commission).toBeInvalid());
    expect(
      asked.slice(before).filter((args) => (args as { commission: unknown }).commission !== null),
    ).toEqual([]);
  });

  it('asks for the total only where the tiers count it', async () => {
    show('commission_expected');
    await screen.findByText('$680.00');
    expect(screen.queryByLabelText(/^Sale total/)).toBeNull();
  });
});

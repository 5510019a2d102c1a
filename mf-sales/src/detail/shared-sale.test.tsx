import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { aSale } from '../testing/factories';
import { CommissionCard } from './commission-card';
import { contract } from './contract';
import { SaleById } from './sale-by-id';
import { SaleShares } from './sale-shares';

// The code of a shared sale is compiled when it is first wanted.
jest.setTimeout(30_000);
const SLOW = { timeout: 15_000 };

const SALE = '0b5e1c1e-0000-4000-8000-000000000001';
const JULIA = { id: idOf('u1'), first_name: 'Julia', last_name: 'Brennan', avatar_url: null };
const HIDDEN = {
  ...{ percent: null, gross_part: null, split: null },
  ...{ amount: null, status: null, fee: null, total: null },
};

const share = (n: number, name: string, role: string, known: object) => ({
  ...{ user_id: idOf(`u${n}`), name, avatar_url: null, role },
  ...HIDDEN,
  ...known,
});
const OF_KENJI = {
  ...{ percent: 40, gross_part: 528.08, split: 55 },
  ...{ amount: 290.44, status: 'unpaid', total: 290.44 },
};
const OF_JULIA = {
  ...{ percent: 60, gross_part: 792.12, split: 60 },
  ...{ amount: 475.27, status: 'agent_paid', total: 475.27 },
};
/** What an answer says that is not looked at. */
const REST = { total: null, due: 0, agency: null, taken_back: null, fee: null, beside: [] };
const [SELLER, CO_SELLER] = [
  (known: object) => share(1, 'Julia Brennan', 'seller', known),
  (known: object) => share(2, 'Kenji Watanabe', 'co_seller', known),
] as const;

const fee = (amount: number, gross_part: number, split: number) => ({
  gross_part,
  split,
  amount,
  status: 'unpaid',
});

const SHARED = {
  ...{ id: SALE, organization_id: idOf('o1'), customer_id: idOf('k1'), vendor_id: idOf('v1') },
  ...{ agent_id: JULIA.id, booking_reference: 'CR-31102', sale_date: '2027-01-14' },
  ...{ travel_date: '2027-05-21', return_date: null, status: 'booked', currency: 'USD' },
  ...{ share_percent: 40, total_amount: 3996, commission_amount: 528.08 },
  customer: { id: idOf('k1'), first_name: 'Eleanor', last_name: 'Holloway' },
  vendor: { id: idOf('v1'), name: 'Northern Fjord Voyages', logo_url: null },
  agent: JULIA,
  commission: { status: 'unpaid', split: 55, agent_amount: 290.44 },
};

/** Shows the page of a sale whose row is not readable. */
function openUnreadable(shared: unknown, own: object = OF_KENJI) {
  const asked: string[] = [];
  pretendDatabase(contract, (name) => {
    asked.push(name);
    if (name === 'get_shared_sale') return shared;
    if (name === 'get_sale_shares') return { ...REST, shares: [SELLER({}), CO_SELLER(own)] };
    if (name === 'get_sale_history')
      return { entries: [], commission: [], corrections: [], payments: [], penalty: null, names: {} };
    return [];
  });
  renderSignedIn(<SaleById id={SALE} />, 'agent');
  return asked;
}

describe('the page of a sale of somebody else', () => {
  // Holds sales-36
  it('shows who has a share their part, and nothing to change', async () => {
    openUnreadable(SHARED);
    expect(await screen.findByRole('heading', { name: /^CR-31102/ }, SLOW)).toBeInTheDocument();
    const glance = screen.getByRole('region', { name: 'Sale at a glance' });
    expect(glance).toHaveTextContent('Your part$3,99640%');
    expect(glance).toHaveTextContent('Your share$290');
    const card = screen.getByRole('region', { name: 'Your share of the commission' });
    expect(card).toHaveTextContent('$290.44');
    const shares = within(await within(card).findByRole('list', { name: 'Shares' }, SLOW));
    const [julia, kenji] = shares.getAllByRole('listitem');
    expect(julia).toHaveTextContent(/Julia Brennan\s*Seller$/);
    expect(kenji).toHaveTextContent('Co-seller, 40%$290.4440% of the commission$528.08Kenji’s split55%');
    expect(screen.queryByText('Agency keeps')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit sale' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Change status|Mark as paid/ })).not.toBeInTheDocument();
  });

  // Holds sales-37
  it('adds their part of the service fee to the heading, as the row below does', async () => {
    openUnreadable(SHARED, { ...OF_KENJI, fee: fee(33, 60, 55), total: 323.44 });
    const name = 'Your share of commission and fee';
    const card = await screen.findByRole('region', { name }, SLOW);
    expect(card).toHaveTextContent(/^Your share of commission and fee\$323\.44Unpaid/);
    const shares = within(await within(card).findByRole('list', { name: 'Shares' }, SLOW));
    expect(shares.getAllByRole('listitem')[1]).toHaveTextContent('Co-seller, 40%$323.44');
  });

  it('says that there is none to whoever has no share of it', async () => {
    const asked = openUnreadable(null);
    expect(await screen.findByText('There is no sale at this address')).toBeInTheDocument();
    expect(asked).toContain('get_shared_sale');
  });
});

describe('the shares on the page of a sale', () => {
  const show = (answer: unknown) => {
    pretendDatabase(contract, () => answer);
    renderSignedIn(<SaleShares sale={{ id: SALE, currency: 'USD' }} />);
    return screen.findByRole('list', { name: 'Shares' }, SLOW);
  };

  // Holds sales-39
  it('tell admins each part, split and amount, and what the agency keeps', async () => {
    const list = await show({
      ...REST,
      agency: 554.49,
      fee: null,
      beside: [],
      shares: [SELLER(OF_JULIA), CO_SELLER(OF_KENJI)],
    });
    const [julia, kenji] = within(list).getAllByRole('listitem');
    expect(julia).toHaveTextContent('Seller, 60%$475.2760% of $1,320.20$792.12Julia’s split60%Agent paid');
    expect(kenji).toHaveTextContent('$290.4440% of $1,320.20$528.08Kenji’s split55%');
    expect(kenji).toHaveTextContent('In a payout once receivedUnpaid');
    expect(screen.getByText('Agency keeps').parentElement).toHaveTextContent('$554.49');
  });

  it('tell admins what the vendor took back, and what of it agents give back', async () => {
    await show({
      ...REST,
      agency: 165,
      taken_back: { amount: 400, agents: 290 },
      shares: [SELLER(OF_JULIA), CO_SELLER(OF_KENJI)],
    });
    expect(screen.getByText('Taken back by the vendor').parentElement).toHaveTextContent('$400.00');
    expect(screen.getByText('Of it from agents').parentElement).toHaveTextContent('$290.00');
    expect(screen.getByText('Agency keeps').parentElement).toHaveTextContent('$165.00');
  });

  it('add each one’s part of the service fee, and what of it the agency keeps', async () => {
    const list = await show({
      ...REST,
      agency: 494.49,
      fee: { amount: 150, agency: 63 },
      beside: [],
      shares: [
        SELLER({ ...OF_JULIA, fee: fee(54, 90, 60), total: 529.27 }),
        CO_SELLER({ ...OF_KENJI, fee: fee(33, 60, 55), total: 323.44 }),
      ],
    });
    const [julia, kenji] = within(list).getAllByRole('listitem');
    expect(julia).toHaveTextContent(
      '$529.2760% of $1,320.20$792.12Julia’s split60%60% of $90.00 service fee$54.00',
    );
    expect(kenji).toHaveTextContent('55% of $60.00 service fee$33.00');
    expect(screen.getByText('Agency keeps').parentElement).toHaveTextContent('$557.49');
  });

  // Holds sales-37
  it('come, of the seller, to the heading: the commission and their part of the service fee', async () => {
    pretendDatabase(contract, () => ({
      ...REST,
      agency: null,
      fee: null,
      beside: [{ name: 'Julia Brennan', role: 'override_charge', amount: -15, paid: false }],
      shares: [
        SELLER({ ...OF_JULIA, amount: 216.15, fee: fee(54, 90, 60), total: 270.15 }),
        CO_SELLER({ percent: 40 }),
      ],
    }));
    const coSellers = [{ userId: idOf('u2'), role: 'co_seller', percent: 40 } as const];
    const card = (
      <CommissionCard onHelp={jest.fn()} sale={aSale({}, { id: SALE, coSellers })} isAdmin={false} />
    );
    renderSignedIn(card, 'agent');
    const name = 'Your share of commission and fee';
    expect(await screen.findByRole('region', { name }, SLOW)).toHaveTextContent('$270.15');
    const list = await screen.findByRole('list', { name: 'Shares' }, SLOW);
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('Seller, 60%$270.15');
  });

  it('tell, of one seller with a service fee, the part of both, and what the agency keeps of both', async () => {
    pretendDatabase(contract, () => ({
      ...REST,
      agency: 144.1,
      fee: { amount: 150, agency: 60 },
      shares: [
        SELLER({
          ...{ percent: 100, gross_part: 360.25, split: 60, amount: 216.15, status: 'unpaid' },
          ...{ fee: fee(90, 150, 60), total: 306.15 },
        }),
      ],
    }));
    const sale = aSale({}, { id: SALE, feeAmount: 150 });
    renderSignedIn(<CommissionCard onHelp={jest.fn()} sale={sale} isAdmin />);
    const card = screen.getByRole('region', { name: 'Commission' });
    expect(card).toHaveTextContent('$510.25Unpaid');
    expect(await within(card).findByRole('list', { name: 'Shares' }, SLOW)).toHaveTextContent(
      'Seller, 100%$306.15100% of $360.25$360.25Julia’s split60%60% of $150.00 service fee$90.00',
    );
    expect(screen.getByText('Agency keeps').parentElement).toHaveTextContent('$204.10');
    expect(card).not.toHaveTextContent('To pay');
  });

  // Holds sales-40
  it('tell the seller the own share, and of others the percents alone', async () => {
    const list = await show({
      ...REST,
      shares: [SELLER(OF_JULIA), CO_SELLER({ percent: 40 })],
    });
    const [julia, kenji] = within(list).getAllByRole('listitem');
    expect(julia).toHaveTextContent('$475.2760% of the commission$792.12');
    expect(kenji).toHaveTextContent(/Kenji Watanabe\s*Co-seller, 40%$/);
    expect(screen.queryByText('Agency keeps')).not.toBeInTheDocument();
  });

  // Holds sales-42
  it('add overrides and what tiers corrected, with whose and what was paid', async () => {
    await show({
      ...REST,
      agency: 500,
      fee: null,
      shares: [SELLER(OF_JULIA), CO_SELLER(OF_KENJI)],
      beside: [
        { name: 'Ana Lead', role: 'override', amount: 39.61, paid: true },
        { name: 'Julia Brennan', role: 'tier_correction', amount: -12.5, paid: false },
      ],
    });
    expect(screen.getByText('Override, Ana Lead, paid').parentElement).toHaveTextContent('$39.61');
    expect(screen.getByText('Corrected by tier, Julia Brennan').parentElement).toHaveTextContent('-$12.50');
  });

  // Holds sales-42
  it('are, for one seller, what is beside the commission alone', async () => {
    pretendDatabase(contract, () => ({
      ...REST,
      agency: 100,
      fee: null,
      shares: [],
      beside: [{ name: 'Ana Lead', role: 'override_charge', amount: -15, paid: false }],
    }));
    renderSignedIn(<SaleShares sale={{ id: SALE, currency: 'USD' }} />);
    expect(await screen.findByText('Override, taken off, Ana Lead', {}, SLOW)).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Shares' })).not.toBeInTheDocument();
    expect(screen.getByText('Agency keeps').parentElement).toHaveTextContent('$100.00');
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../../../contract';
import { OrganizationSections } from './organization-sections';

const ANSWERS: Record<string, unknown> = {
  organizations: {
    email: 'office@harbourvale.test',
    phone: null,
    postal_address: null,
    tax_number: null,
    name: 'Harbour & Vale',
    default_commission_split: 60,
    time_zone: 'UTC',
    currency: 'USD',
    amount_notation: 'point',
    date_order: 'mdy',
    receipts_tracked_since: null,
    support_email: null,
    commission_received_on: 'sale_paid',
    match_certain_on_import: false,
    match_certain_within: 0,
    payout_hold_until: 'off',
    payout_minimum_amount: 0,
    payout_second_approval: false,
    agents_paid_on: 'expected',
    offline_reading: 'agents',
  },
  sales: [],
  get_receipt_tracking: { since: null, proposed: '2026-01-05' },
  get_books: { closed_through: '2026-05-31', latest: '2026-11-20', changed: null, corrections: [] },
};

// docs/product/commissions.md, Closed books
it.each(['owner', 'admin'] as const)(
  'shows an %s the closed books, and their corrections below',
  async (role) => {
    pretendDatabase(contract, (name) => ANSWERS[name]);
    renderSignedIn(<OrganizationSections />, role);
    expect(await screen.findByText('May 31, 2026')).toBeVisible();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(headings.indexOf('Closed books'))).toEqual([
      'Closed books',
      'Corrections of closed months',
      ...(role === 'owner' ? ['Delete the agency'] : []),
    ]);
  },
);

it('says to an owner that files take most of their room', async () => {
  const room = { bytes: 9_126_805_504, most_bytes: 10_737_418_240, files: 1234, most_files: 50_000 };
  pretendDatabase(contract, (name) => (name === 'get_file_room' ? room : ANSWERS[name]));
  renderSignedIn(<OrganizationSections />, 'owner');
  expect(await screen.findByText(/1,234 of 50,000 files, 8.5 GB of 10.0 GB./)).toBeVisible();
});

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = () => userEvent.click(screen.getByText('Save settings'));

/** Opens the settings as an owner. @returns what is sent when they are saved */
async function open() {
  const sent: unknown[] = [];
  pretendDatabase(contract, (name, args) => {
    if (name === 'organizations' && args !== null) sent.push(args);
    return ANSWERS[name];
  });
  renderSignedIn(<OrganizationSections />);
  await screen.findByText('Save settings');
  return sent;
}

// docs/product/tenancy.md, Organization settings
// Holds commissions-21, tenancy-73, tenancy-77
it('saves what was changed in any section with one button, and nothing else', async () => {
  const sent = await open();
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  expect(screen.getByLabelText('Amounts are typed like')).toHaveValue('comma');
  await userEvent.selectOptions(screen.getByLabelText('Dates are typed like'), 'dmy');
  write(screen.getByRole('combobox', { name: 'Time zone' }), 'berlin');
  await userEvent.click(screen.getByText(/Europe\/Berlin/));
  await userEvent.click(screen.getByLabelText(/^When a deposit is matched/));
  expect(screen.getByText(/without a receipt wait for one/)).toBeInTheDocument();
  await userEvent.click(screen.getByText('Use Jan 5, 2026'));
  await userEvent.selectOptions(screen.getByLabelText('Certain may be short by'), '2 %');
  write(screen.getByLabelText('Smallest payment'), '1.250');
  write(screen.getByLabelText('Tax number'), 'EIN 00-4815162');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  expect(sent).toEqual([]);
  await save();
  await waitFor(() =>
    expect(sent).toEqual([
      {
        currency: 'EUR',
        amount_notation: 'comma',
        date_order: 'dmy',
        time_zone: 'Europe/Berlin',
        commission_received_on: 'deposit_matched',
        receipts_tracked_since: '2026-01-05',
        match_certain_within: 2,
        payout_minimum_amount: 1250,
        tax_number: 'EIN 00-4815162',
      },
    ]),
  );
});

// Holds tenancy-79
it('says at the field what is wrong with it, and saves nothing meanwhile', async () => {
  const sent = await open();
  await userEvent.type(screen.getByLabelText('Phone'), 'call us');
  await userEvent.clear(screen.getByLabelText('Default commission split'));
  await save();
  expect(screen.getByLabelText('Default commission split')).toHaveFocus();
  expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Use digits, spaces and + ( ) - only.');
  expect(sent).toEqual([]);
});

// docs/product/platform.md, Reading offline
// Holds platform-43
it('lets an owner say whose devices keep what they opened, and for how long it stays readable', async () => {
  const sent = await open();
  const choice = screen.getByLabelText('Who reads without a network');
  expect(choice).toHaveValue('agents');
  expect(choice).toHaveAccessibleDescription(/stays readable on their device for 7 days/);
  write(choice, 'off');
  await save();
  await waitFor(() => expect(sent).toEqual([{ offline_reading: 'off' }]));
});

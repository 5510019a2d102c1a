import { toDatabase } from '@paperplane/shared/domain';
import { useLocation } from '@paperplane/shared/platform';
import { idOf, pretendDatabase, Refused, renderInApp, renderSignedIn } from '@paperplane/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  accountOnPage,
  accountsPageAnswer,
  bankConnection,
  bankQuestion,
  foundAccount,
  waitingConnection,
} from '../testing/bank-factories';
import BankAccountsPage from './bank-accounts-page';
import { contract } from './contract';
import { contract as edge } from './edge/contract';

jest.setTimeout(30_000);

const CONNECTION = idOf('n2');
const TOKEN = Buffer.from('https://bridge.example/simplefin/claim/demo-a1').toString('base64');
const PROVIDERS = {
  simplefin: { bridge_url: 'https://bridge.example/' },
  enable_banking: { configured: true },
};
const DONE = { success: true };

const asked: [name: string, args: unknown][] = [];
type Answers = Readonly<Record<string, unknown>>;

/** Shows the page; a function of the database answers by its name, an action of the Edge Function by its own. */
function show(page: ReturnType<typeof accountsPageAnswer>, answers: Answers = {}) {
  asked.length = 0;
  pretendDatabase(
    contract,
    (name, args) => {
      const { action } = (args ?? {}) as { action?: string };
      asked.push([action ?? name, args]);
      if (name === 'get_bank_accounts_page') return page;
      return answers[action ?? name] ?? (action === 'providers' ? PROVIDERS : DONE);
    },
    edge,
  );
  return renderSignedIn(<BankAccountsPage />);
}

const argsOf = (name: string) => asked.filter(([each]) => each === name).map(([, args]) => args);
const rowOf = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('li') as HTMLElement);
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const menu = async (of: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More for ${of}` }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

const CARD = accountOnPage({
  id: idOf('a4'),
  name: 'Harbour Card',
  lastFour: '9034',
  balance: -1846.3,
  balanceOn: '2027-01-29',
  connection: bankConnection({
    state: 'needs_attention',
    code: 'reauthenticate',
    words: 'You must reauthenticate. Cobalt Card Services asks for a new code.',
  }),
  gaps: [{ from: '2027-01-30', to: '2027-02-03', days: 5 }],
  spans: [
    { from: '2026-11-06', to: '2027-01-29', kind: 'here' },
    { from: '2027-01-30', to: '2027-02-03', kind: 'gap' },
  ],
});
const TRUST = accountOnPage({
  id: idOf('a2'),
  name: 'Harbour Trust',
  lastFour: '7702',
  connection: bankConnection(),
});

// Holds bank-115
test('a row says where an account comes from, which days are missing and what stood on it', async () => {
  show(accountsPageAnswer({ accounts: [accountOnPage(), CARD] }));
  const file = await rowOf('Harbour Operating ••4410');
  expect(file.getByText('By file')).toBeInTheDocument();
  expect(file.getByText('$61,478.76')).toBeInTheDocument();
  expect(file.getByText(/^on Feb 2(, 2027)?$/)).toBeInTheDocument();
  expect(file.getByRole('img', { name: 'here Nov 6, 2026 – Feb 3, 2027' })).toBeInTheDocument();
  expect(file.getByRole('link', { name: 'Import a file for Harbour Operating ••4410' })).toHaveAttribute(
    'href',
    `/commissions/bank/import?accountId=${idOf('a1')}`,
  );
  const card = await rowOf('Harbour Card ••9034');
  expect(card.getByText('Gap since Jan 30')).toBeInTheDocument();
  expect(card.getByText('−$1,846.30')).toHaveClass('neg');
  expect(card.getByRole('status')).toHaveTextContent(
    '“You must reauthenticate. Cobalt Card Services asks for a new code.”The provider’s words. Sign in there again; what is missing since Jan 30 comes with the next sync.',
  );
  expect(screen.getByText('2 accounts · 1 comes by itself, every 6 hours')).toBeInTheDocument();
});

test('where nothing has said a balance yet, the strip says who does', async () => {
  const totals = { balance: 0, balanceCount: 0 };
  show(accountsPageAnswer({ accounts: [accountOnPage({ balance: null, balanceOn: null })], totals }));
  const row = await rowOf('Harbour Operating ••4410');
  expect(row.queryByText(/^on /)).toBeNull();
  expect(screen.getByText('Banks and files tell it')).toBeInTheDocument();
});

test('an account that was archived is not shown', async () => {
  const archived = accountOnPage({ id: idOf('a9'), name: 'Old', archivedAt: '2026-01-01T00:00:00Z' });
  show(accountsPageAnswer({ accounts: [accountOnPage(), archived] }));
  await rowOf('Harbour Operating ••4410');
  expect(screen.queryByText(/^Old/)).toBeNull();
  expect(screen.getByText('1 account')).toBeInTheDocument();
});

test('one connection or all of them sync by hand', async () => {
  const page = accountsPageAnswer({ accounts: [TRUST] });
  show(page, { sync_bank_connection: { ...DONE, left: 1 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Sync now: Harbour Trust ••7702' }));
  await waitFor(() => expect(argsOf('sync_bank_connection')).toEqual([{ connection_id: idOf('n1') }]));
  press('Sync now');
  await waitFor(() => expect(argsOf('sync_bank_connection')).toHaveLength(2));
  expect(argsOf('sync_bank_connection')[1]).toEqual({});
});

test('a sync is stopped', async () => {
  const syncing = bankConnection({ state: 'syncing', part: 2, parts: 3, linesSoFar: 61 });
  show(accountsPageAnswer({ accounts: [{ ...TRUST, connection: syncing }] }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop syncing Harbour Trust ••7702' }));
  await waitFor(() => expect(argsOf('stop_bank_sync')).toEqual([{ connection_id: idOf('n1') }]));
});

// Holds bank-124
test('to disconnect asks first, and says what is forgotten and what stays', async () => {
  show(accountsPageAnswer({ accounts: [TRUST] }));
  await menu('Harbour Trust ••7702', 'Disconnect');
  const dialog = await screen.findByRole('alertdialog', { name: 'Disconnect First Pier Bank?' });
  expect(dialog).toHaveTextContent('The secret is forgotten, 214 lines stay.');
  expect(dialog).toHaveTextContent('Harbour Trust ••7702 comes by file from then on.');
  expect(argsOf('disconnect_bank_connection')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(argsOf('disconnect_bank_connection')).toEqual([{ connection_id: idOf('n1') }]);
});

// Holds bank-123
test('what the bank took back is asked; what is matched cannot be taken', async () => {
  const changed = bankQuestion({
    id: idOf('q2'),
    kind: 'changed',
    newAmount: 260,
    newOn: null,
    isMatched: true,
    text: 'WIRE',
  });
  show(accountsPageAnswer({ accounts: [accountOnPage()], questions: [bankQuestion(), changed] }));
  const row = await rowOf('Harbour Operating ••4410');
  expect(row.getByText('The bank took back $250.00')).toBeInTheDocument();
  expect(row.getByText('The bank changed $250.00 to $260.00')).toBeInTheDocument();
  expect(row.getByText(/undo its match to follow the bank/)).toBeInTheDocument();
  expect(row.queryByRole('button', { name: /^Take \$260/ })).toBeNull();
  press(/^Take out: \$250.00 of MERIDIAN AGY COMM on \w+ \d+, \d{4}$/);
  press(/^Keep \$250.00 of WIRE on /);
  await waitFor(() =>
    expect(argsOf('answer_bank_question')).toEqual([
      { question_id: idOf('q1'), answer: 'take' },
      { question_id: idOf('q2'), answer: 'keep' },
    ]),
  );
});

const FOUND = waitingConnection({
  accountsToLink: [
    foundAccount(),
    foundAccount({
      providerAccountId: 'ACT-3',
      name: 'LOAN',
      kind: 'loan',
      lastFour: '0098',
      balance: -12400,
    }),
  ],
});

/** Opens the dialog and pastes a token. */
async function paste(token: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a bank' }));
  const field = await screen.findByLabelText('Setup token');
  fireEvent.change(field, { target: { value: token } });
  return field;
}

// Holds bank-118
test('a token is read while it is typed, claimed once, and each account gets its place', async () => {
  show(accountsPageAnswer({ accounts: [accountOnPage()] }), {
    begin_bank_connection: { ...DONE, connection_id: CONNECTION },
    begin: { connection_id: CONNECTION },
    get_bank_connection: toDatabase(FOUND),
    link_bank_accounts: { ...DONE, connection_id: CONNECTION },
  });
  const field = await paste('aGVsbG8=');
  expect(screen.getByText('This is no setup token. Copy it whole from the bridge.')).toBeInTheDocument();
  press(/^Claim token/);
  expect(argsOf('begin_bank_connection')).toEqual([]);
  fireEvent.change(field, { target: { value: TOKEN } });
  expect(screen.getByText('A token of bridge.example')).toBeInTheDocument();
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });

  const dialog = await screen.findByRole('dialog', { name: '2 accounts at Old Quay Credit Union' });
  expect(argsOf('begin')).toEqual([
    { action: 'begin', provider: 'simplefin', connection_id: CONNECTION, token: TOKEN },
  ]);
  const found = within(dialog);
  expect(found.getByRole('checkbox', { name: 'SAVINGS ••5521' })).toBeChecked();
  expect(found.getByRole('checkbox', { name: 'LOAN ••0098' })).not.toBeChecked();
  fireEvent.change(found.getByRole('combobox', { name: 'Where SAVINGS ••5521 goes' }), {
    target: { value: idOf('a1') },
  });
  fireEvent.click(found.getByRole('button', { name: 'Connect 1 account' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(argsOf('link_bank_accounts')).toEqual([
    expect.objectContaining({
      connection_id: CONNECTION,
      links: [
        { provider_account_id: 'ACT-1', account_id: idOf('a1'), new_name: null, left_out: false },
        { provider_account_id: 'ACT-3', account_id: null, new_name: null, left_out: true },
      ],
    }),
  ]);
});

// Holds bank-125
test('of a bank all of whose accounts are left out nothing is kept', async () => {
  show(accountsPageAnswer({ waiting: [FOUND] }), { get_bank_connection: toDatabase(FOUND) });
  fireEvent.click(await screen.findByRole('button', { name: 'Link accounts of Old Quay Credit Union' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'SAVINGS ••5521' }));
  press('Do not connect');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(argsOf('disconnect_bank_connection')).toEqual([{ connection_id: FOUND.id }]);
  expect(argsOf('link_bank_accounts')).toEqual([]);
});

test('a consent is renewed before it ends', async () => {
  const consent = bankConnection({ provider: 'enable_banking', expiresAt: '2027-05-01T00:00:00Z' });
  show(accountsPageAnswer({ accounts: [{ ...TRUST, connection: consent }] }));
  await menu('Harbour Trust ••7702', 'Renew consent');
  expect(await screen.findByRole('dialog', { name: 'Reconnect First Pier Bank' })).toBeInTheDocument();
  expect(await screen.findByLabelText('Country')).toBeInTheDocument();
});

// Holds bank-119
test('why a claim was refused stands at the token, which stays; the next try goes on with the same connection', async () => {
  const refusal = { success: false, error: 'This token was used already.', code: 'token_used', params: {} };
  show(accountsPageAnswer(), {
    begin_bank_connection: { ...DONE, connection_id: CONNECTION },
    begin: new Refused(400, refusal),
  });
  const field = await paste(TOKEN);
  press(/^Claim token/);
  expect(await screen.findByText('This token was used already.')).toBeInTheDocument();
  expect(field).toHaveValue(TOKEN);
  expect(field).toBeInvalid();
  press(/^Claim token/);
  await waitFor(() => expect(argsOf('begin')).toHaveLength(2));
  expect(argsOf('begin_bank_connection')).toHaveLength(1);
});

test('a connection that was begun too long ago is begun anew with the next try', async () => {
  const refusal = { success: false, error: 'Begin again.', code: 'connection_not_begun', params: {} };
  show(accountsPageAnswer(), {
    begin_bank_connection: { ...DONE, connection_id: CONNECTION },
    begin: new Refused(400, refusal),
  });
  await paste(TOKEN);
  press(/^Claim token/);
  expect(await screen.findByText('Begin again.')).toBeInTheDocument();
  press(/^Claim token/);
  await waitFor(() => expect(argsOf('begin_bank_connection')).toHaveLength(2));
});

test('what is no matter of the token stands above it', async () => {
  const often = {
    success: false,
    error: 'Twenty connections were begun.',
    code: 'connections_begun_often',
    params: {},
  };
  show(accountsPageAnswer(), { begin_bank_connection: often });
  const field = await paste(TOKEN);
  press(/^Claim token/);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not connectedTwenty connections were begun.');
  expect(field).toBeValid();
});

// Holds bank-122
test.each([404, 503])('without functions (%i) the dialog says so, and that files work', async (status) => {
  show(accountsPageAnswer(), { providers: new Refused(status) });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a bank' }));
  expect(await screen.findByText('This installation does not connect banks yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Import a file' })).toHaveAttribute(
    'href',
    '/commissions/bank/import',
  );
  expect(screen.queryByLabelText('Setup token')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Claim token/ })).toBeNull();
});

test('what waits to be linked opens at the second step; what needs attention keeps its provider', async () => {
  const page = accountsPageAnswer({ accounts: [CARD], waiting: [FOUND] });
  const answers: Record<string, unknown> = {
    begin_bank_connection: { ...DONE, connection_id: idOf('n1') },
    begin: { connection_id: idOf('n1') },
    get_bank_connection: toDatabase(FOUND),
  };
  show(page, answers);
  expect(await screen.findByText('2 accounts to link: say where each one goes')).toBeInTheDocument();
  press('Link accounts of Old Quay Credit Union');
  const dialog = await screen.findByRole('dialog', { name: '2 accounts at Old Quay Credit Union' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Later' }));
  press('Reconnect Harbour Card ••9034');
  expect(await screen.findByRole('dialog', { name: 'Reconnect First Pier Bank' })).toBeInTheDocument();
  expect(screen.queryByRole('radiogroup', { name: 'Provider' })).toBeNull();
  fireEvent.change(await screen.findByLabelText('Setup token'), { target: { value: TOKEN } });
  // Its accounts are linked already: there is nothing to say.
  answers['get_bank_connection'] = toDatabase({ ...FOUND, accountsToLink: [] });
  press(/^Claim token/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(argsOf('begin_bank_connection')).toEqual([
    expect.objectContaining({ provider: 'simplefin', connection_id: idOf('n1') }),
  ]);
});

/** Shows the page to somebody whom a bank sent back, with the address beside it. */
function comeBack(search: string, answers: Answers) {
  show(accountsPageAnswer(), answers).unmount();
  asked.length = 0;
  const Search = () => <output aria-label="Address">{useLocation().search}</output>;
  const organization = { id: 'o1', name: 'Quist', logoUrl: null, currency: 'USD', timeZone: 'UTC' };
  renderInApp(
    <>
      <BankAccountsPage />
      <Search />
    </>,
    `/commissions/bank/accounts${search}`,
    { organizationId: 'o1', organization },
  );
}

// Holds bank-120
test('who comes back from a bank is finished once, and its words leave the address', async () => {
  comeBack('?state=s1&code=c1', {
    finish: { connection_id: CONNECTION },
    get_bank_connection: toDatabase(FOUND),
  });
  expect(
    await screen.findByRole('dialog', { name: '2 accounts at Old Quay Credit Union' }),
  ).toBeInTheDocument();
  expect(argsOf('finish')).toEqual([{ action: 'finish', state: 's1', code: 'c1' }]);
  expect(screen.getByLabelText('Address')).toBeEmptyDOMElement();
});

test('who refused at the bank finishes nothing', async () => {
  comeBack('?state=s1&error=access_denied', {});
  await waitFor(() => expect(screen.getByLabelText('Address')).toBeEmptyDOMElement());
  expect(argsOf('finish')).toEqual([]);
});

test('account data of the EU asks for country and bank, and says where it is not set up', async () => {
  const { unmount } = show(accountsPageAnswer(), {
    institutions: { institutions: [{ name: 'Nordea', country: 'FI' }] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a bank' }));
  fireEvent.click(await screen.findByRole('radio', { name: /^Account data, EU/ }));
  fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'FI' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Show bank options' }));
  expect(await screen.findByRole('option', { name: 'Nordea' })).toBeInTheDocument();
  expect(argsOf('institutions')).toEqual([
    { action: 'institutions', provider: 'enable_banking', country: 'FI' },
  ]);
  press(/^Continue at the bank/);
  expect(await screen.findByText('Choose a bank.')).toBeInTheDocument();
  unmount();

  show(accountsPageAnswer(), { providers: { ...PROVIDERS, enable_banking: { configured: false } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a bank' }));
  fireEvent.click(await screen.findByRole('radio', { name: /^Account data, EU/ }));
  expect(screen.getByText('Account data from the EU is not set up here')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Continue at the bank/ })).toBeNull();
});

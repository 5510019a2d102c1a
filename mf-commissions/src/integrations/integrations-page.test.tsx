import { addDays, toDatabase, today } from '@paperplane/shared/domain';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { contract } from './contract';
import { contract as headContract } from '../parts/contract';
import IntegrationsPage from './integrations-page';
import type { ApiKey } from './integrations-api';

jest.setTimeout(30_000);

const TODAY = today('UTC');
const SECRET = 'ppk_7qd2_EXAMPLE-ONLY';

const keyOf = (facts: Partial<ApiKey> = {}): ApiKey => ({
  id: idOf('k1'),
  name: 'Website forms',
  prefix: 'ppk_4hw9',
  scopes: ['customers:write', 'vendors:read'],
  createdAt: '2026-08-31T10:00:00Z',
  createdBy: 'Margaret Vale',
  expiresOn: addDays(TODAY, 210),
  lastUsedAt: '2026-01-29T18:40:00Z',
  lastUsedFrom: '203.0.113.0/24',
  revokedAt: null,
  revokedBy: null,
  ...facts,
});
const REVOKED = keyOf({
  id: idOf('k2'),
  name: 'Old forms',
  revokedAt: '2025-12-01T10:00:00Z',
  revokedBy: 'Margaret Vale',
});

const asked: [name: string, args: unknown][] = [];

/** Shows the page; what each function is to answer instead of success, by its name. */
function show(keys: ApiKey[], role: 'owner' | 'admin' = 'owner', answers: Record<string, unknown> = {}) {
  asked.length = 0;
  pretendDatabase({ ...contract, ...headContract }, (name, args) => {
    if (name === 'count_failing_webhooks') return 0;
    asked.push([name, args]);
    if (name === 'get_api_keys') return { keys: keys.map((key) => toDatabase<object>(key)) };
    return (
      answers[name] ?? {
        success: true,
        ...(name === 'create_api_key' && { id: idOf('k9'), key: SECRET }),
      }
    );
  });
  return renderSignedIn(<IntegrationsPage />, role);
}

const argsOf = (name: string) => asked.filter(([each]) => each === name).map(([, args]) => args);
const rowOf = async (name: string) =>
  within((await screen.findByRole('table', { name: 'Keys' })).querySelector('tbody')!)
    .getAllByRole('row')
    .map((row) => within(row))
    .find((row) => row.queryByText(name))!;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const choose = (resource: string, access: string) =>
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: resource })).getByRole('radio', { name: access }),
  );

async function openNewKey(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }));
  await dialog('New key');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } });
}

// Holds integrations-15
test('a row says what a key may do, when it was last used and when it ends; the end is amber in its last 30 days', async () => {
  show([keyOf(), keyOf({ id: idOf('k3'), name: 'Year-end sheet', expiresOn: addDays(TODAY, 12) }), REVOKED]);
  const row = await rowOf('Website forms');
  expect(row.getByText('ppk_4hw9…')).toBeInTheDocument();
  expect(row.getByText('write customers')).toHaveClass('is-write');
  expect(row.getByText('read vendors')).not.toHaveClass('is-write');
  expect(row.getByText(/Jan 29.*6:40 PM/)).toBeInTheDocument();
  expect(row.getByText('203.0.113.0/24')).toBeInTheDocument();
  expect(row.getByText('in 6 months')).not.toHaveClass('keys-soon');
  expect((await rowOf('Year-end sheet')).getByText('in 12 days')).toHaveClass('keys-soon');
  const revoked = await rowOf('Old forms');
  expect(revoked.getByText('Revoked')).toBeInTheDocument();
  expect(revoked.getByText('Dec 1, 2025 by Margaret Vale')).toBeInTheDocument();
  expect(revoked.queryByRole('button')).toBeNull();
});

// Holds integrations-4
test('an admin sees the keys, and neither makes nor revokes one', async () => {
  show([keyOf()], 'admin');
  expect((await rowOf('Website forms')).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull();
});

// Holds integrations-17
test('a key is named, let into what is chosen, and shown until it is kept', async () => {
  show([]);
  await openNewKey('Booking desk');
  choose('Sales', 'Read');
  choose('Customers', 'Write');
  choose('Payouts', 'Read');
  choose('Sales', 'None');
  expect(
    within(screen.getByRole('radiogroup', { name: 'Payouts' })).queryByRole('radio', { name: 'Write' }),
  ).toBeNull();
  fireEvent.change(screen.getByLabelText('It works for'), { target: { value: '365' } });
  press('Make key');
  const once = await screen.findByRole('region', { name: 'New key, shown once' });
  expect(argsOf('create_api_key')).toEqual([
    {
      name: 'Booking desk',
      scopes: ['customers:write', 'payouts:read'],
      expires_on: addDays(TODAY, 365),
      request_key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    },
  ]);
  expect(once).toHaveTextContent('Copy the key of Booking desk now');
  expect(once).toHaveTextContent(SECRET);
  expect(screen.queryByRole('dialog')).toBeNull();
  press('I have kept it');
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('nothing is asked while a name, something to do or a day to come is missing, and each says so', async () => {
  show([]);
  await openNewKey('  ');
  fireEvent.change(screen.getByLabelText('It works for'), { target: { value: 'day' } });
  press('Make key');
  expect(await screen.findByText('Name the program that uses it.')).toBeInTheDocument();
  expect(screen.getByText('Say what it may read or write.')).toBeInTheDocument();
  expect(screen.getByText('Say until which day it works.')).toBeInTheDocument();
  expect(argsOf('create_api_key')).toEqual([]);
});

test('what the database refuses stands at its field, and nothing typed is lost', async () => {
  show([], 'owner', {
    create_api_key: {
      success: false,
      error: 'Another key has this name.',
      field: 'name',
      code: 'api_key_name_taken',
      params: {},
    },
  });
  await openNewKey('Booking desk');
  choose('Bank transactions', 'Write');
  press('Make key');
  expect(await screen.findByText('Another key has this name.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Booking desk');
  expect(
    within(screen.getByRole('radiogroup', { name: 'Bank transactions' })).getByRole('radio', {
      name: 'Write',
    }),
  ).toBeChecked();
});

// Holds integrations-2
test('a key whose answer was lost is not shown, and the page says what to do', async () => {
  show([], 'owner', { create_api_key: { success: true, id: idOf('k9'), key: null } });
  await openNewKey('Booking desk');
  choose('Sales', 'Read');
  press('Make key');
  expect(await screen.findByText('The key of Booking desk was made, and its answer was lost')).toBeVisible();
  expect(screen.queryByText(/Copy the key/)).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

// Holds integrations-20
test('revoked keys stand last', async () => {
  show([REVOKED, keyOf()]);
  await rowOf('Website forms');
  expect(screen.getAllByRole('row').map((row) => row.querySelector('.keys-called')?.textContent)).toEqual([
    undefined,
    'Website forms',
    'Old forms',
  ]);
});

// Holds integrations-19
test('to revoke asks first', async () => {
  show([keyOf()]);
  fireEvent.click((await rowOf('Website forms')).getByRole('button', { name: 'Revoke Website forms' }));
  const asking = await screen.findByRole('alertdialog', { name: 'Revoke the key of Website forms?' });
  expect(argsOf('revoke_api_key')).toEqual([]);
  fireEvent.click(within(asking).getByRole('button', { name: 'Revoke key' }));
  await waitFor(() => expect(argsOf('revoke_api_key')).toEqual([{ key_id: idOf('k1') }]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

import { toDatabase } from '@paperplane/shared/domain';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { contract } from './contract';
import { delivery, endpoint } from './testing/webhook-factories';
import WebhooksPage from './webhooks-page';

jest.setTimeout(30_000);

const TYPES = ['sale.created', 'sale.changed', 'commission.paid'];
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const asked: [name: string, args: unknown][] = [];

/** Shows the page to an owner, or to somebody else. */
function show({
  endpoints = [endpoint()],
  rows = [delivery()],
  answers = {},
  role = 'owner',
}: {
  endpoints?: ReturnType<typeof endpoint>[];
  rows?: ReturnType<typeof delivery>[];
  answers?: Readonly<Record<string, unknown>>;
  role?: 'owner' | 'admin';
} = {}) {
  asked.length = 0;
  pretendDatabase(contract, (name, args) => {
    asked.push([name, args]);
    if (name === 'get_webhooks') return toDatabase({ types: TYPES, endpoints });
    if (name === 'list_webhook_deliveries')
      return toDatabase({ rows, count: rows.length, page: 1, pageSize: 5, totalPages: 1 });
    return answers[name] ?? { success: true };
  });
  return renderSignedIn(<WebhooksPage />, role);
}

const argsOf = (name: string) => asked.filter(([each]) => each === name).map(([, args]) => args);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

test('an endpoint says where it is, how it does and what it is told; a delivery what it was answered', async () => {
  show({
    endpoints: [endpoint({ state: 'retrying', switchesOffAt: '2027-02-06T15:00:00Z' })],
    rows: [
      delivery(),
      delivery({ id: delivery().eventId, state: 'waiting', status: 503, tries: 4, answer: 'Back at ten' }),
    ],
  });
  expect(await screen.findByText('https://hooks.harbourvale.test/paperplane')).toBeInTheDocument();
  expect(screen.getByText('Retrying')).toBeInTheDocument();
  expect(
    screen.getByText('Switched off on Feb 6, 2027 unless it answers. Owners are told.'),
  ).toBeInTheDocument();
  expect(screen.getByText('sale.*')).toBeInTheDocument();
  const table = within(await screen.findByRole('table', { name: 'Deliveries' }));
  expect(table.getAllByRole('link', { name: 'CR-31102' })[0]).toHaveAttribute(
    'href',
    `/sales/${delivery().record.id}`,
  );
  expect(table.getByText('4 of 14')).toBeInTheDocument();
  expect(table.getByText('“Back at ten”')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'All 2' })).toHaveAttribute(
    'href',
    '/settings/integrations/webhooks?list=deliveries',
  );
});

test('a new endpoint shows its secret once, until somebody has kept it', async () => {
  show({
    endpoints: [],
    answers: { add_webhook_endpoint: { success: true, id: endpoint().id, secret: SECRET } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add endpoint' }));
  fireEvent.change(dialog().getByLabelText('Address'), { target: { value: ' https://Bücher.example/in ' } });
  fireEvent.click(dialog().getByLabelText('Sales sale.*'));
  expect(dialog().getByLabelText('sale.created')).toBeDisabled();
  fireEvent.click(dialog().getByLabelText('commission.paid'));
  fireEvent.click(dialog().getByRole('button', { name: 'Add endpoint' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(argsOf('add_webhook_endpoint')).toEqual([
    {
      url: 'https://xn--bcher-kva.example/in',
      events: ['sale.*', 'commission.paid'],
      request_key: expect.any(String) as string,
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  press('I have kept it');
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('what is refused stands at its field, and nothing typed is lost', async () => {
  show({
    answers: {
      add_webhook_endpoint: {
        success: false,
        error: 'Enter an https address with a name, like https://hooks.agency.example/paperplane.',
        field: 'url',
        code: 'webhook_url_expected',
        params: {},
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add endpoint' }));
  fireEvent.change(dialog().getByLabelText('Address'), { target: { value: 'http://localhost/' } });
  fireEvent.click(dialog().getByLabelText('Sales sale.*'));
  fireEvent.click(dialog().getByRole('button', { name: 'Add endpoint' }));
  await waitFor(() => expect(dialog().getByLabelText('Address')).toBeInvalid());
  expect(dialog().getByLabelText('Address')).toHaveValue('http://localhost/');
  expect(dialog().getByLabelText('Sales sale.*')).toBeChecked();
});

test('a secret is rotated, an endpoint switched off and deleted, a delivery sent again', async () => {
  show({ answers: { rotate_webhook_secret: { success: true, secret: SECRET } } });
  const menu = async (item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'More for hooks.harbourvale.test' }));
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
  };
  const { id } = endpoint();
  await menu('Rotate secret');
  fireEvent.click(screen.getByRole('button', { name: 'Rotate secret' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  await menu('Switch off');
  await waitFor(() => expect(argsOf('switch_webhook_endpoint')).toEqual([{ endpoint_id: id, is_on: false }]));
  await menu('Delete');
  fireEvent.click(screen.getByRole('button', { name: 'Delete endpoint' }));
  await waitFor(() => expect(argsOf('delete_webhook_endpoint')).toEqual([{ endpoint_id: id }]));
  fireEvent.click((await screen.findAllByRole('button', { name: 'Resend sale.changed, CR-31102' }))[0]!);
  await waitFor(() => expect(argsOf('resend_webhook_delivery')).toEqual([{ delivery_id: delivery().id }]));
});

test('the tab counts endpoints that fail, and none that somebody switched off', async () => {
  const off = { state: 'switched_off', switchedOffAt: '2027-02-03T15:00:00Z' } as const;
  show({
    endpoints: [
      endpoint({ id: idOf('e1'), state: 'retrying', switchesOffAt: '2027-02-06T15:00:00Z' }),
      endpoint({ id: idOf('e2'), ...off }),
      endpoint({ id: idOf('e3'), ...off, switchedOffBy: 'Margaret Vale' }),
      endpoint({ id: idOf('e4') }),
    ],
  });
  expect(await screen.findByRole('link', { name: 'Webhooks 2 failing' })).toBeInTheDocument();
});

test('admins read and resend, and change nothing', async () => {
  show({ role: 'admin' });
  expect(await screen.findByText('Delivering')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add endpoint' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  expect((await screen.findAllByRole('button', { name: /^Resend/ })).length).toBeGreaterThan(0);
});

/**
 * `npm run bench day record`: writes `journal.json` anew. Opens the built product with its demo data in a real browser, goes through a day
 * of an owner and of an agent, screen by screen, and notes what each asked the API for, with placeholders for ids and days.
 */
import { chromium, type Browser, type Page, type Request } from '@playwright/test';
import type pg from 'pg';
import { startStack } from '../../e2e/support/stack';
import { withClient } from '../../supabase/local/src/index';
import { withoutDays, writeJournal, type Asked, type Journal } from './journal';

/** How long nothing may be asked for until a screen counts as loaded, in milliseconds. */
const QUIET = 1500;

/** Tables whose ids stand in addresses and arguments. */
const TABLES = [
  'organizations',
  'users',
  'sales',
  'commissions',
  'customers',
  'vendors',
  'bank_transactions',
  'payout_batches',
];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What is done on a screen after it is there. */
type Deed = (page: Page) => Promise<void>;

const search: Deed = async (page) => {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('anna smith', { delay: 120 });
};

/** Looks for a customer and a vendor, as they are chosen for a sale. */
const choose: Deed = async (page) => {
  for (const [label, text] of [
    ['Customer', 'anna'],
    ['Vendor', 'cru'],
  ] as const)
    await page.getByRole('combobox', { name: label }).pressSequentially(text, { delay: 120 });
};

interface Screen {
  name: string;
  path: string;
  deed?: Deed;
}

const EVERYBODY: Screen[] = [
  { name: 'sales', path: '/sales' },
  { name: 'sales, second page', path: '/sales?page=2' },
  { name: 'sales, booked', path: '/sales?status=booked' },
  { name: 'sales of a name', path: '/sales?q=anna' },
  { name: 'sale', path: '/sales/{sales}' },
  { name: 'sale form', path: '/sales/create', deed: choose },
  { name: 'sale edited', path: '/sales/{sales}/edit' },
  { name: 'commissions', path: '/commissions' },
  { name: 'commission', path: '/commissions/{commissions}' },
  { name: 'customers', path: '/customers' },
  { name: 'customers of a name', path: '/customers?q=anna' },
  { name: 'customer', path: '/customers/{customers}' },
  { name: 'search', path: '/notifications', deed: search },
  { name: 'dashboard again', path: '/dashboard' },
  { name: 'reports', path: '/reports' },
];

const ADMINS: Screen[] = [
  { name: 'team', path: '/team' },
  { name: 'vendors', path: '/vendors' },
  { name: 'vendor', path: '/vendors/{vendors}' },
  { name: 'bank', path: '/commissions/bank' },
  { name: 'bank transaction', path: '/commissions/bank/{bank_transactions}' },
  { name: 'payouts', path: '/commissions/payouts' },
  { name: 'payout', path: '/commissions/payouts/{payout_batches}' },
  { name: 'documents', path: '/documents' },
];

const AGENTS: Screen[] = [{ name: 'my payouts', path: '/commissions/payouts/mine' }];

/** One id of each table that this person may open. */
async function idsOf(client: pg.Client, email: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { rows: people } = await client.query<{ id: string; organization_id: string; role: string }>(
    'select u.id, u.organization_id, u.role from public.users u join auth.users a on a.id = u.id where a.email = $1',
    [email],
  );
  const [person] = people;
  if (!person) throw new Error(`nobody has the address ${email}`);
  for (const table of TABLES.slice(2)) {
    const own = person.role === 'agent' && ['sales', 'commissions'].includes(table);
    const { rows } = await client.query<{ id: string }>(
      `select id from public.${table} where organization_id = $1 ${own ? 'and agent_id = $2' : 'and $2::uuid is not null'} order by created_at desc limit 1`,
      [person.organization_id, person.id],
    );
    if (rows[0]) found.set(table, rows[0].id);
  }
  return found;
}

/** Names each id by its table; `{me}` is who asks, `{new}` what no table knows. */
async function withoutIds(client: pg.Client, me: string, text: string): Promise<string> {
  const names = new Map<string, string>();
  for (const [id] of text.matchAll(UUID)) {
    const { rows } = await client.query<{ name: string }>(
      `select case when $1::uuid = $2::uuid then 'me' else coalesce((select t.name from (${TABLES.map(
        (table) => `select '${table}' as name, id from public.${table}`,
      ).join(' union all ')}) t where t.id = $1 limit 1), 'new') end as name`,
      [id, me],
    );
    names.set(id, rows[0]?.name ?? 'new');
  }
  return text.replace(UUID, (id) => `{${names.get(id)}}`);
}

async function untilQuiet(page: Page): Promise<void> {
  const another = () => page.waitForEvent('request', { timeout: QUIET }).catch(() => null);
  while (await another());
}

/** Goes there as a link of the app does. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** Goes through both days and writes the journal. */
export async function record(): Promise<void> {
  const stack = await startStack();
  const executablePath = process.env['PAPERPLANE_CHROMIUM'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const journal: Journal = {};
    await withClient(stack.dbUrl, async (client) => {
      for (const [role, screens] of [
        ['owner', [...EVERYBODY, ...ADMINS]],
        ['agent', [...EVERYBODY, ...AGENTS]],
      ] as const)
        Object.assign(journal, await recordDay(browser, stack, client, role, screens));
    });
    writeJournal(journal);
    for (const [screen, asked] of Object.entries(journal)) console.log(`${screen.padEnd(36)}${asked.length}`);
  } finally {
    await browser.close();
    await stack.stop();
  }
}

async function recordDay(
  browser: Browser,
  stack: { url: string; apiUrl: string },
  client: pg.Client,
  role: string,
  screens: readonly Screen[],
): Promise<Journal> {
  const email = `${role}@demo.paperplane.test`;
  const ids = await idsOf(client, email);
  const { rows } = await client.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  const me = rows[0]?.id ?? '';
  const context = await browser.newContext();
  const page = await context.newPage();
  let asked: Asked[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search: query } = new URL(request.url());
    if (!request.url().startsWith(stack.apiUrl) || request.method() === 'OPTIONS') return;
    if (!pathname.startsWith('/rest/v1/')) return;
    const body = request.postData();
    asked.push({
      method: request.method(),
      path: pathname + query,
      ...(body ? { body: JSON.parse(body) as unknown } : {}),
    });
  });
  const found: Journal = {};
  const keep = async (name: string) => {
    await untilQuiet(page);
    const text = withoutDays(await withoutIds(client, me, JSON.stringify(asked)));
    found[`${name}, ${role}`] = JSON.parse(text) as Asked[];
    asked = [];
  };
  await page.goto(`${stack.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('paperplane-demo');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${stack.url}/dashboard`);
  await keep('sign in and dashboard');
  for (const screen of screens) {
    await go(
      page,
      screen.path.replace(/\{([a-z_]+)\}/, (_, table: string) => ids.get(table) ?? ''),
    );
    await untilQuiet(page);
    await screen.deed?.(page);
    await keep(screen.name);
    await page.keyboard.press('Escape');
  }
  await context.close();
  return found;
}

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { makeKey } from '../support/api-keys';
import { backend } from '../support/backend';
import { ROOT } from '../support/backend-process';
import { sql } from '../support/database';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { randomOf, SEED, SOAK } from '../support/soak';
import { createTestAgency } from '../support/test-agency';

const PROGRAM = path.join(ROOT, 'e2e/sample-program/books.mjs');
const BOOKINGS = SOAK ? 150 : 12;
const KILLS = SOAK ? 50 : 6;
const random = randomOf(SEED);

jest.setTimeout(SOAK ? 600_000 : 120_000);

let started: FunctionsBackend;
let folder: string;
beforeAll(async () => {
  started = await startFunctionsBackend();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-sample-'));
}, 120_000);
afterAll(async () => {
  await started.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Stands before the API and lets some answers get lost on their way: what was asked has been done then. */
async function losingProxy() {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const onward = http.request(
      `${backend.apiUrl}${request.url ?? ''}`,
      { method: request.method, headers },
      (answer) => {
        if (random(5) === 0) {
          answer.resume().on('end', () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${port}/functions/v1/api/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Starts the program. @param killAfter milliseconds until it is killed @returns its code, null where it was killed, and what it said */
function run(url: string, key: string, file: string, killAfter?: number) {
  const program = spawn(process.execPath, [PROGRAM, file], {
    env: { PATH: process.env['PATH'], PAPERPLANE_URL: url, PAPERPLANE_KEY: key },
  });
  let said = '';
  program.stdout.on('data', (text: Buffer) => (said += text.toString()));
  program.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const timer = killAfter === undefined ? undefined : setTimeout(() => program.kill('SIGKILL'), killAfter);
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    program.on('exit', (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    }),
  );
}

// Holds integrations-58
test(`killed ${KILLS} times, with answers lost on the way, the sample program makes every customer and sale once, and its copy is whole (seed ${SEED})`, async () => {
  const agency = await createTestAgency();
  const { organizationId } = agency;
  const { key } = await makeKey(agency, ['customers:write', 'sales:write', 'vendors:read']);
  // More than a page, and the one that is booked on the last.
  await sql(
    `insert into public.vendors (organization_id, name, created_at)
     select $1, 'Line ' || n, now() - make_interval(hours => n) from generate_series(1, 230) n`,
    [organizationId],
  );
  const bookings = Array.from({ length: BOOKINGS }, (_, index) => ({
    reference: `BK-${index}`,
    vendor: 'Line 230',
    amount: `${100 + index}.50`,
    first_name: 'Ines',
    last_name: `Albrecht ${index >> 1}`,
    // Two bookings of each customer.
    email: `ines.${index >> 1}@albrecht.test`,
  }));
  const file = path.join(folder, 'bookings.json');
  fs.writeFileSync(file, JSON.stringify(bookings));
  const proxy = await losingProxy();
  let killed = 0;
  for (let tries = 0; tries < KILLS; tries++) {
    const { code, said } = await run(proxy.url, key, file, 150 + random(SOAK ? 8000 : 1500));
    if (code !== null && code !== 0) throw new Error(said);
    if (code === null) killed++;
  }
  const { code, said } = await run(proxy.url, key, file);
  await proxy.close();
  expect(killed).toBeGreaterThan(0);
  expect({ code, said }).toEqual({ code: 0, said: `${BOOKINGS} sales\n` });

  const sales = await sql<{
    booking_reference: string;
    total_amount: string;
    email: string;
    made_by: string;
  }>(
    `select s.booking_reference, s.total_amount::text, c.email, u.role::text as made_by
     from public.sales s join public.customers c on c.id = s.customer_id join public.users u on u.id = s.created_by
     where s.organization_id = $1 order by s.total_amount`,
    [organizationId],
  );
  expect(sales).toEqual(
    bookings.map(({ reference, amount, email }) => ({
      booking_reference: reference,
      total_amount: amount,
      email,
      made_by: 'integration',
    })),
  );
  const customers = await sql('select 1 from public.customers where organization_id = $1 and email like $2', [
    organizationId,
    'ines.%@albrecht.test',
  ]);
  expect(customers).toHaveLength(BOOKINGS / 2);
  expect(copyIn(file).versions).toEqual(await versionsOf(organizationId));

  // What others do afterwards comes by itself, and what is older is not read again.
  await sql(
    "update public.sales set travel_date = '2027-06-01' where organization_id = $1 and total_amount < 103",
    [organizationId],
  );
  await agency.sale({ by: agency.admin, reference: 'BY-A-PERSON' });
  const { until } = copyIn(file);
  const again = await losingProxy();
  expect(await run(again.url, key, file)).toEqual({ code: 0, said: `${BOOKINGS + 1} sales\n` });
  await again.close();
  const [asked] = again.asked.filter((url) => url.includes('/sales?'));
  const since = new URL(`http://proxy${asked}`).searchParams.get('updated_since');
  expect(since).toBe(new Date(Date.parse(until) - 5 * 60_000).toISOString());
  expect(copyIn(file).versions).toEqual(await versionsOf(organizationId));
});

/** The copy that the program keeps. */
function copyIn(file: string) {
  const { until, sales } = JSON.parse(fs.readFileSync(`${file}.sales`, 'utf8')) as {
    until: string;
    sales: Record<string, { booking_reference: string; version: number }>;
  };
  const versions = Object.values(sales).map(({ booking_reference, version }) => [booking_reference, version]);
  return { until, versions: Object.fromEntries(versions) as Record<string, number> };
}

/** The same as the database has it. */
async function versionsOf(organizationId: string): Promise<Record<string, number>> {
  const rows = await sql<{ booking_reference: string; version: number }>(
    'select booking_reference, version from public.sales where organization_id = $1',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ booking_reference, version }) => [booking_reference, version]));
}

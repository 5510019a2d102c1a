/**
 * A sample for programmers of agencies: brings bookings of another program into Paperplane, and reads all its sales back. Only Node 20.
 *
 *   PAPERPLANE_URL=https://…/functions/v1/api/v1 PAPERPLANE_KEY=ppk_… node books.mjs bookings.json
 *
 * The key needs `customers:write`, `sales:write` and `vendors:read`. bookings.json is a list of
 * { "reference", "vendor", "amount", "first_name", "last_name", "email" }; an amount is a text such as "1200.00".
 *
 * End it at any moment and start it again: nothing is made twice. What makes it so is `once` below. Each thing that is to be made has a
 * key of its own, which is written down BEFORE it is sent. Whoever does not know whether it arrived sends it again with the same key.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { PAPERPLANE_URL: url, PAPERPLANE_KEY: key } = process.env;
const [file] = process.argv.slice(2);
if (!url || !key || !file) throw new Error('Say PAPERPLANE_URL, PAPERPLANE_KEY and the file of bookings.');

/** What this program has to remember: a file beside the bookings. */
const notes = `${file}.notes`;
const memory = existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : { keys: {}, ids: {} };

/** A file is written whole or not at all, also when the power fails: beside it first, then in its place. */
function writeWhole(path, value) {
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 2), { flush: true });
  renameSync(`${path}.new`, path);
}

/** Asks until there is an answer: again after a pause when there was none, when the server is busy (5xx) or we are too fast (429). */
async function ask(method, path, { body, headers } = {}) {
  for (let pause = 0.5; ; pause = Math.min(pause * 2, 30)) {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    }).catch(() => null);
    if (answer?.ok) return answer.json();
    // A problem says in `code` what programs compare, and in `detail` what people read.
    if (answer && answer.status !== 429 && answer.status < 500) {
      const { code, field, detail } = await answer.json();
      throw new Error(`${method} ${path}: ${answer.status} ${code} ${field ?? ''} ${detail}`);
    }
    await sleep(1000 * Number(answer?.headers.get('Retry-After') ?? pause));
  }
}

/** Every record of a list: a page says where the next one begins. */
async function* all(path, query = {}) {
  for (let cursor; cursor !== null;) {
    const parameters = new URLSearchParams({ ...query, limit: '100', ...(cursor && { cursor }) });
    const page = await ask('GET', `${path}?${parameters}`);
    yield* page.data;
    cursor = page.next_cursor;
  }
}

/** Makes something once, however often this program is ended and started. @param name what we call it @returns its id */
async function once(name, path, body) {
  if (memory.ids[name]) return memory.ids[name];
  memory.keys[name] ??= randomUUID();
  writeWhole(notes, memory);
  const made = await ask('POST', path, { body, headers: { 'Idempotency-Key': memory.keys[name] } });
  memory.ids[name] = made.id;
  writeWhole(notes, memory);
  return made.id;
}

const vendors = new Map();
for await (const { name, id } of all('/vendors')) vendors.set(name, id);
const [agent] = (await ask('GET', '/agents?limit=1')).data;

for (const booking of JSON.parse(readFileSync(file, 'utf8'))) {
  const { reference, vendor, amount, first_name, last_name, email } = booking;
  const customer = { first_name, last_name, email };
  await once(`sale ${reference}`, '/sales', {
    booking_reference: reference,
    customer_id: await once(`customer ${email}`, '/customers', customer),
    vendor_id: vendors.get(vendor),
    agent_id: agent.id,
    total_amount: amount,
  });
}

const sales = [];
for await (const sale of all('/sales')) sales.push(sale);
writeWhole(`${file}.sales`, sales);
console.log(`${sales.length} sales`);

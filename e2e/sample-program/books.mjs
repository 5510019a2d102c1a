/**
 * A sample for programmers of agencies: brings bookings of another program into Paperplane, and keeps a copy of all its sales. Only Node 20.
 *
 *   PAPERPLANE_URL=https://…/functions/v1/api/v1 PAPERPLANE_KEY=ppk_… node books.mjs bookings.json
 *
 * The key needs `customers:write`, `sales:write` and `vendors:read`. bookings.json is a list of
 * { "reference", "vendor", "amount", "first_name", "last_name", "email" }; an amount is a text such as "1200.00".
 *
 * End it at any moment and start it again: nothing is made twice. What makes it so is `once` below. Each thing that is to be made has a
 * key of its own, which is written down BEFORE it is sent. Whoever does not know whether it arrived sends it again with the same key.
 *
 * The copy is `bookings.json.sales`: { "until", "sales" by id }. Each time only what has changed is read; see `follow` below.
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

/** Every page of a list: each says where the next one begins. */
async function* pages(path, query = {}) {
  for (let cursor; cursor !== null;) {
    const parameters = new URLSearchParams({ ...query, limit: '100', ...(cursor && { cursor }) });
    const page = await ask('GET', `${path}?${parameters}`);
    yield page.data;
    cursor = page.next_cursor;
  }
}

/** What takes a while to write becomes visible late, under the moment at which it began: so much is read once more. */
const OVERLAP = 5 * 60 * 1000;

/**
 * Brings a copy of a list up to date. What has changed comes in the order of its changes, so that each page can be kept with the moment
 * until which the copy is whole: ended here, the next time goes on from there. What comes again takes its own place, by its id.
 */
async function follow(path, copy, keep) {
  const since = new Date(Math.max(Date.parse(copy.until) - OVERLAP, 0)).toISOString();
  for await (const changed of pages(path, { updated_since: since })) {
    for (const record of changed) copy.sales[record.id] = record;
    copy.until = changed.at(-1)?.updated_at ?? copy.until;
    keep(copy);
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
for await (const page of pages('/vendors')) for (const { name, id } of page) vendors.set(name, id);
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

const place = `${file}.sales`;
const copy = existsSync(place)
  ? JSON.parse(readFileSync(place, 'utf8'))
  : { until: new Date(0).toISOString(), sales: {} };
await follow('/sales', copy, (latest) => writeWhole(place, latest));
console.log(`${Object.keys(copy.sales).length} sales`);

/** The people of the agencies, in a process of their own: what asking costs is not to be taken for what answering costs. */
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '../../supabase/local/src/index';
import type { Agency } from '../database/fill';
import { acts, type Act } from './acts';
import { peopleOf } from './belongings';
import type { Api, Person } from './person';
import { PEAK_HOUR, type Role } from './plan';

/** Who is at work, and where. */
export interface Setting extends Api {
  superuser: string;
  agencies: Agency[];
}

/** What is to be done: a day of the first agency, one act after the other, or so many agencies in their busiest hour for so many seconds. */
export type Order = { setting: Setting } | { day: true } | { agencies: number; seconds: number };

/** What came of it. */
export interface Played {
  /** Milliseconds that each act took, by its name. */
  took: Record<string, number[]>;
  requests: number;
  bytes: number;
  failed: string[];
}

/** Everybody at work, by agency. */
let agencies: Person[][] = [];
const all = acts();

async function play(act: Act, person: Person, played: Played): Promise<void> {
  const start = performance.now();
  try {
    await act.run(person);
    (played.took[act.name] ??= []).push(performance.now() - start);
  } catch (error) {
    played.failed.push(`${act.name}: ${String(error)}`);
  }
}

const ofRole = (people: Person[], wanted: Role) => people.filter(({ role }) => role === wanted);

const shuffled = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Every act as often as the plan says, each person's in any order. */
async function playDay(people: Person[], played: Played): Promise<void> {
  const todo = all.flatMap((act) => {
    const who = ofRole(people, act.role);
    return Array.from(
      { length: Math.round(act.perDay * who.length) },
      (_, n) => [act, who[n % who.length] as Person] as const,
    );
  });
  for (const [act, person] of shuffled(todo)) await play(act, person, played);
}

/** Acts come when they come, whether or not earlier ones are answered: a slow server is not asked less. */
async function playPeak(count: number, seconds: number, played: Played): Promise<void> {
  const weights = all.map((act) => act.perDay * ofRole(agencies[0] ?? [], act.role).length);
  const aDay = weights.reduce((sum, weight) => sum + weight, 0);
  const perSecond = (count * aDay * PEAK_HOUR) / 3600;
  const end = performance.now() + seconds * 1000;
  const under: Promise<void>[] = [];
  let next = performance.now();
  while (next < end) {
    next += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    await wait(Math.max(0, next - performance.now()));
    let left = Math.random() * aDay;
    const act = all[weights.findIndex((weight) => (left -= weight) <= 0)];
    if (act) under.push(play(act, oneOf(ofRole(oneOf(agencies), act.role)), played));
  }
  await Promise.all(under);
}

const oneOf = <Item>(items: Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

async function settle(setting: Setting): Promise<void> {
  agencies = await withClient(setting.superuser, async (client) => {
    const found: Person[][] = [];
    for (const agency of setting.agencies) found.push(await peopleOf(client, setting, agency));
    return found;
  });
}

const sums = () => {
  const asked = agencies.flat().map(({ asked }) => asked);
  return {
    requests: asked.reduce((sum, { requests }) => sum + requests, 0),
    bytes: asked.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};

async function answer(order: Order): Promise<Played | 'ready'> {
  if ('setting' in order) {
    await settle(order.setting);
    return 'ready';
  }
  const played: Played = { took: {}, requests: 0, bytes: 0, failed: [] };
  const before = sums();
  if ('day' in order) await playDay(agencies[0] ?? [], played);
  else await playPeak(order.agencies, order.seconds, played);
  const after = sums();
  return { ...played, requests: after.requests - before.requests, bytes: after.bytes - before.bytes };
}

process.on('message', (order: Order) => {
  answer(order).then(
    (answered) => process.send?.({ answered }),
    (error: unknown) => process.send?.({ failed: String(error instanceof Error ? error.stack : error) }),
  );
});

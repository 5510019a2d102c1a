/** The people of the agencies, in a process of their own: what asking costs is not to be taken for what answering costs. */
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '../../supabase/local/src/database/with-client';
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

let people: Person[] = [];
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

const ofRole = (role: Role, email = '') =>
  people.filter((person) => person.role === role && person.email.endsWith(email));

const shuffled = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Every act as often as the plan says, each person's in any order. */
async function playDay(agency: Agency, played: Played): Promise<void> {
  const own = (role: Role) => ofRole(role).filter(({ email }) => email.includes(`.${agency.number}`));
  const todo = all.flatMap((act) => {
    const who = own(act.role);
    return Array.from(
      { length: Math.round(act.perDay * who.length) },
      (_, n) => [act, who[n % who.length] as Person] as const,
    );
  });
  for (const [act, person] of shuffled(todo)) await play(act, person, played);
}

/** Acts come when they come, whether or not earlier ones are answered: a slow server is not asked less. */
async function playPeak(agencies: number, seconds: number, played: Played): Promise<void> {
  const weights = all.map((act) => act.perDay * (ofRole(act.role).length / people.length) * 12);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const perSecond = (agencies * whole * PEAK_HOUR) / 3600;
  const end = performance.now() + seconds * 1000;
  const under: Promise<void>[] = [];
  while (performance.now() < end) {
    await wait((-Math.log(1 - Math.random()) * 1000) / perSecond);
    let left = Math.random() * whole;
    const act = all[weights.findIndex((weight) => (left -= weight) <= 0)] ?? (all[0] as Act);
    const who = ofRole(act.role);
    under.push(play(act, who[Math.floor(Math.random() * who.length)] as Person, played));
  }
  await Promise.all(under);
}

async function answer(order: Order): Promise<Played | 'ready'> {
  if ('setting' in order) {
    const { setting } = order;
    people = await withClient(setting.superuser, async (client) => {
      const found: Person[] = [];
      for (const agency of setting.agencies) found.push(...(await peopleOf(client, setting, agency)));
      return found;
    });
    first = setting.agencies[0];
    return 'ready';
  }
  const played: Played = { took: {}, requests: 0, bytes: 0, failed: [] };
  const before = sums();
  if ('day' in order) await playDay(first as Agency, played);
  else await playPeak(order.agencies, order.seconds, played);
  const after = sums();
  return { ...played, requests: after.requests - before.requests, bytes: after.bytes - before.bytes };
}

let first: Agency | undefined;
const sums = () => ({
  requests: people.reduce((sum, { asked }) => sum + asked.requests, 0),
  bytes: people.reduce((sum, { asked }) => sum + asked.bytes, 0),
});

process.on('message', (order: Order) => {
  answer(order).then(
    (answered) => process.send?.({ answered }),
    (error: unknown) => process.send?.({ failed: String(error instanceof Error ? error.stack : error) }),
  );
});

import { readJournal, filledIn, type Asked, type Journal } from './journal';
import type { Person } from './person';
import { ANNOUNCED, DEEDS_DONE } from './deeds';
import { DEEDS, HEARD, PEOPLE, SCREENS, type Deed, type Role } from './plan';

/** Something a person does, and how often a day. */
export interface Act {
  name: string;
  role: Role;
  perDay: number;
  run: (person: Person) => Promise<void>;
}

const SIGN_IN = 'sign in and dashboard';

async function open(person: Person, asked: readonly Asked[]): Promise<void> {
  // A page asks for everything at once.
  await Promise.all(
    asked.map(({ method, path, body }) => {
      const [to, sent] = JSON.parse(filledIn(JSON.stringify([path, body ?? null]), person.pick)) as [
        string,
        unknown,
      ];
      return person.ask(method, to, sent ?? undefined);
    }),
  );
}

/** What those who hear of a write ask again: open dashboards, and bells. */
async function hear(person: Person, journal: Journal): Promise<void> {
  const of = (name: RegExp) =>
    (journal[`dashboard again, ${person.role === 'agent' ? 'agent' : 'owner'}`] ?? []).filter(({ path }) =>
      name.test(path),
    );
  const bells = Object.values(journal)
    .flat()
    .filter(({ path }) => /unread/.test(path))
    .slice(0, 1);
  for (let n = 0; n < HEARD.dashboards; n += 1) await open(person, of(/get_dashboard/));
  for (let n = 0; n < HEARD.bells; n += 1) await open(person, bells);
}

/** Everything that is done in a day, by role. */
export function acts(): Act[] {
  const journal = readJournal();
  const roles = Object.keys(PEOPLE) as Role[];
  const screens = roles.flatMap((role) =>
    Object.entries(SCREENS[role]).map(([name, perDay]): Act => {
      const asked = journal[name];
      if (!asked) throw new Error(`The journal has no "${name}"`);
      return {
        name,
        role,
        perDay,
        run: async (person) => {
          if (name.startsWith(SIGN_IN)) await person.signIn();
          await open(person, asked);
        },
      };
    }),
  );
  const deeds = roles.flatMap((role) =>
    (Object.entries(DEEDS[role]) as [Deed, number][]).map(([name, perDay]): Act => ({
      name,
      role,
      perDay,
      run: async (person) => {
        await DEEDS_DONE[name](person);
        if (ANNOUNCED.includes(name)) await hear(person, journal);
      },
    })),
  );
  return [...screens, ...deeds];
}

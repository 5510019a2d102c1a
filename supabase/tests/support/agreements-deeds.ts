import { keepPaid } from './agreements-checks';
import type { World } from './agreements-world';

/** One deed: true where it was done, a text where it was refused, false where there was nothing to do. */
export type Deed = (world: World) => Promise<boolean | string>;

/** Deeds by their names, and how often each is drawn. */
export type Deeds = readonly (readonly [name: string, weight: number, run: Deed])[];

/** What a function answered, as a deed says it. */
export const outcome = ({ success, error }: { success?: boolean; error?: string | null }): true | string =>
  success !== false || (error ?? 'refused');

/** Does one deed, and keeps what came of it. */
export async function act(world: World, [name, , run]: Deeds[number]): Promise<void> {
  let came: boolean | string;
  try {
    came = await run(world);
  } catch (thrown) {
    came = String(thrown);
    // Anything but a rule that says no is a fault.
    if (!/(P0001|23514|42501): /.test(came)) throw thrown;
  }
  world.log.push(`${name}: ${came}`);
  if (came === true) world.done.set(name, (world.done.get(name) ?? 0) + 1);
  if (typeof came === 'string') world.refused.set(name, [...(world.refused.get(name) ?? []), came]);
  await keepPaid(world);
}

/** Draws one by weight. */
export function drawn({ below }: World, deeds: Deeds): Deeds[number] {
  let left = below(deeds.reduce((all, [, weight]) => all + weight, 0));
  const found = deeds.find(([, weight]) => (left -= weight) < 0) ?? deeds[0];
  if (!found) throw new Error('No deeds to draw from');
  return found;
}

/** Does what chance has left out; the others go on meanwhile. Answers what could not be done, with what refused it. */
export async function actTheRest(
  world: World,
  deeds: Deeds,
  does: (deed: Deeds[number]) => Promise<void> = (deed) => act(world, deed),
): Promise<string[]> {
  const missing = () => deeds.filter(([name]) => !world.done.has(name));
  for (let n = 0; n < 60 && missing().length > 0; n += 1) {
    for (const deed of missing()) await does(deed);
    await does(drawn(world, deeds));
  }
  return missing().map(([name]) => `${name}: ${world.refused.get(name)?.at(-1) ?? 'nothing to do'}`);
}

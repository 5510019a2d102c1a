import { plan, resolveProfile, supabaseProfile, renderPlanFiles, type Plan } from '@supabase/pg-delta';
import pg from 'pg';
import { type ScratchDatabase, withClient } from '../local/src/index.js';
import { unmodelledLines } from './unmodelled.js';

/** What leads from one database to another. */
export interface Difference {
  /** The statements, in the order they run; empty when nothing that can be generated differs. */
  plan: Plan;
  /** What a person writes by hand: lines of `unmodelledLines` that only one of the two has. */
  byHand: { missing: string[]; extra: string[] };
}

async function withPools<Result>(
  urls: string[],
  work: (...pools: pg.Pool[]) => Promise<Result>,
): Promise<Result> {
  const pools = urls.map((connectionString) => new pg.Pool({ connectionString, max: 5 }));
  // Without a listener a lost connection would end the process.
  for (const pool of pools) pool.on('error', () => undefined);
  try {
    return await work(...pools);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

/** Compares two databases, catalogue for catalogue. Roles and schemas that Supabase owns are left out. */
export async function difference(source: ScratchDatabase, desired: ScratchDatabase): Promise<Difference> {
  const before = await withClient(source.adminUrl, unmodelledLines);
  const after = await withClient(desired.adminUrl, unmodelledLines);
  const steps = await withPools([source.adminUrl, desired.adminUrl], async (from, to) => {
    const profile = await resolveProfile(from, supabaseProfile);
    const [now, wanted] = await Promise.all([profile.extract(from), profile.extract(to)]);
    return plan(now.factBase, wanted.factBase, { ...profile.planOptions, renames: 'off' });
  });
  return {
    plan: steps,
    byHand: {
      missing: after.filter((line) => !before.includes(line)),
      extra: before.filter((line) => !after.includes(line)),
    },
  };
}

/**
 * Runs the rendered statements on their source, as a migration would, and compares the result with what was wanted.
 * @throws Error when a statement fails, or when something generated differs afterwards
 */
export async function prove(sql: string, source: ScratchDatabase, desired: ScratchDatabase): Promise<void> {
  await withClient(source.url, (db) => db.query(sql));
  const { plan: rest } = await difference(source, desired);
  if (rest.actions.length === 0) return;
  throw new Error(`The migration does not lead to the schema files. What is left:\n${sqlOf(rest)}`);
}

/** The statements of a plan as one SQL text. */
export function sqlOf(steps: Plan): string {
  return renderPlanFiles(steps, { allowDrops: true })
    .files.map(({ contents }) => contents)
    .join('\n');
}

/** The statements that drop something or lose data. */
export const destructive = (steps: Plan): string[] =>
  steps.actions
    .filter(({ verb, dataLoss }) => verb === 'drop' || dataLoss === 'destructive')
    .map(({ sql }) => sql);

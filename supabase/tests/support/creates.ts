import { sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';

/** One way to create something. */
export interface Create {
  command: string;
  /** Who creates it, and what is sent: something else each time. */
  prepare: () => Promise<{ by: Person; args: Record<string, unknown> }>;
  /** What changes in what is sent, and the field it is in. */
  other: (args: Record<string, unknown>) => { args: Record<string, unknown>; differs: string };
  /** What is sent is refused. */
  wrong: (args: Record<string, unknown>) => Record<string, unknown>;
  /** How many there are by now. */
  count: () => Promise<number>;
  /** "Saved already as …". */
  name: (args: Record<string, unknown>) => string;
}

/** The agency things are created in, once there is one. */
export type GetAgency = () => TestAgency;

/** How many rows the agency has. */
export const countOf = async (getAgency: GetAgency, table: string, where = 'true') =>
  (
    await sqlOne<{ n: number }>(
      `select count(*)::int as n from ${table} where organization_id = $1 and ${where}`,
      [getAgency().organizationId],
    )
  ).n;

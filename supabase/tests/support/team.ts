import { CODED } from './coded';
import { sqlOne } from './database';
import { outcomeOf } from './directory';
import type { Person, TestAgency } from './test-agency';

// How members change other members, and what they are answered.

export const setRole = (by: Person, { id }: Person, role: string | null) =>
  outcomeOf(by, 'set_member_role', { member_id: id, role });
export const setSplit = (by: Person, { id }: Person, commission_split: number | string | null) =>
  outcomeOf(by, 'set_member_split', { member_id: id, commission_split });
export const transfer = (by: Person, { id }: Person) =>
  outcomeOf(by, 'transfer_ownership', { member_id: id });
export const deactivate = (by: Person, { id }: Person, to: Person | null = null) =>
  outcomeOf(by, 'set_member_active', { member_id: id, active: false, reassign_to: to?.id ?? null });
export const roleOf = async ({ id }: Person) =>
  (await sqlOne<{ role: string }>('select role from public.users where id = $1', [id])).role;
/** How many active owners there are. */
export const ownersOf = async ({ organizationId }: TestAgency) =>
  (
    await sqlOne<{ n: number }>(
      `select count(*)::int as n from public.users where organization_id = $1 and role = 'owner' and is_active`,
      [organizationId],
    )
  ).n;

export const DONE = { success: true, error: null, field: null };
export const NOT_ALLOWED = 'You do not have permission to change team members.';
export const OWNERS_ONLY = 'Only an owner can change admins and owners.';
export const UNKNOWN = 'This person is not in your organization.';
export const KEEP = 'An organization always keeps at least one active owner.';
export const refused = (error: string, field: string | null = null) => ({
  success: false,
  ...CODED,
  error,
  field,
});

import { sql, sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';

export interface DeletionAnswer {
  success: boolean;
  error: string | null;
  field: string | null;
  code?: string;
  due_at?: string;
}

/** Asks for the deletion, or withdraws it, as somebody. @throws Error when the API refuses */
export async function decide(
  { api }: Person,
  name: 'ask_agency_deletion' | 'withdraw_agency_deletion',
  args: { name?: string } = {},
): Promise<DeletionAnswer> {
  const { data, error } = await api.rpc(name as never, args as never);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
}

/** An owner asks, and the thirty days are over. */
export async function makeDue(agency: TestAgency): Promise<void> {
  const { name } = await sqlOne<{ name: string }>('select name from public.organizations where id = $1', [
    agency.organizationId,
  ]);
  const answer = await decide(agency.owner, 'ask_agency_deletion', { name });
  if (!answer.success) throw new Error(answer.error ?? 'refused');
  await passDays(agency, 30);
}

/** So many days go by for an agency that is to be deleted. */
export const passDays = ({ organizationId }: TestAgency, days: number) =>
  sql(
    `update public.organizations set deletion_asked_at = deletion_asked_at - make_interval(days => $2),
       deletion_due_at = deletion_due_at - make_interval(days => $2) where id = $1`,
    [organizationId, days],
  );

/** Two minutes go by since the first slice. */
export const passTime = ({ organizationId }: TestAgency) =>
  sql(
    `update private.agency_deletions set began_at = began_at - interval '2 minutes' where organization_id = $1`,
    [organizationId],
  );

export const runJob = (longest = '1 second') => sql('select private.delete_agencies($1)', [longest]);

export async function isThere({ organizationId }: TestAgency): Promise<boolean> {
  const { n } = await sqlOne<{ n: number }>(
    `select (select count(*) from public.organizations where id = $1)::int
       + (select count(*) from private.agency_deletions where organization_id = $1)::int as n`,
    [organizationId],
  );
  return n > 0;
}

/** Runs the job until the agency is gone. @returns how many runs it took */
export async function deleteAgency(agency: TestAgency): Promise<number> {
  for (let runs = 1; runs < 500; runs += 1) {
    await runJob();
    await passTime(agency);
    if (!(await isThere(agency))) return runs;
  }
  throw new Error('It is never deleted');
}

-- Jobs that work for every agency: one after the other, a slice each, so that a large agency keeps no small one waiting, and one whose
-- slice fails none at all.

create function private.end_turn(job text, organization_id uuid, failure text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  failed int;
begin
  insert into private.job_turns as t (job, organization_id, served_at, failures)
  values (end_turn.job, end_turn.organization_id, clock_timestamp(), case when failure is null then 0 else 1 end)
  on conflict on constraint job_turns_pkey do update set served_at = excluded.served_at,
    failures = case when failure is null then 0 else t.failures + 1 end
  returning t.failures into failed;
  -- 10 seconds, 20, 40: an hour at most.
  update private.job_turns t set not_before = case when failure is not null
    then t.served_at + least(interval '10 seconds' * 2 ^ least(failed - 1, 10), interval '1 hour') end
  where t.job = end_turn.job and t.organization_id = end_turn.organization_id
    and (failure is not null or t.not_before is not null);
  if failed >= 3 then
    raise warning 'Job % of % failed % times one after the other, and is tried again later: %', job, organization_id, failed, failure;
  end if;
end $$;
comment on function private.end_turn is 'Notes that a job did a slice for an organization, or why it could not. It waits longer each time, and from the third
  time on the log tells of it.';

create function private.waits_after_failure(job text, organization_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.job_turns t where t.job = waits_after_failure.job
    and t.organization_id = waits_after_failure.organization_id and t.not_before > clock_timestamp())
$$;
comment on function private.waits_after_failure is 'Whether a job leaves an organization out for now, as its last slice failed (private.end_turn).';

create function private.serve_in_turn(job text, waiting uuid[], longest interval) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  last_moment constant timestamptz := clock_timestamp() + longest;
  round uuid[] := array(
    select w.id from unnest(waiting) w(id)
    left join private.job_turns t on t.job = serve_in_turn.job and t.organization_id = w.id
    where t.not_before is null or t.not_before <= clock_timestamp()
    order by t.served_at nulls first, w.id);
  tenant uuid;
  has_more boolean;
  is_cancelled boolean := false;
  slices int := 0;
begin
  -- One run of a job at a time.
  if cardinality(round) = 0 or not pg_try_advisory_xact_lock(hashtextextended('paperplane.job ' || job, 0)) then
    return 0;
  end if;
  while cardinality(round) > 0 loop
    foreach tenant in array round loop
      -- What fails is undone by itself, with the locks it took; what was done for others stays.
      begin
        execute format('select private.%I($1)', job || '_slice') into has_more using tenant;
        perform private.end_turn(job, tenant);
      exception
        when query_canceled then
          is_cancelled := true;
          perform private.end_turn(job, tenant, sqlerrm);
        when others then
          has_more := false;
          perform private.end_turn(job, tenant, sqlerrm);
      end;
      slices := slices + 1;
      if not coalesce(has_more, false) then
        round := array_remove(round, tenant);
      end if;
      -- A time-out, or a person, ended it: so does the run.
      if is_cancelled or clock_timestamp() > last_moment then
        return slices;
      end if;
    end loop;
  end loop;
  return slices;
end $$;
comment on function private.serve_in_turn is 'Does slices of a job for the organizations that wait, those first that were served
  longest ago, round after round, until nothing waits or `longest` is over; the next run goes on from there. A slice is
  private.<job>_slice(organization_id), which says whether more waits. One that fails is undone by itself, is the last in turn, and is
  tried again after a while (private.end_turn); one that is cancelled ends the run besides. What a run has locked is free again after
  `longest` and one slice. One run of a job at a time. Answers how many slices.';

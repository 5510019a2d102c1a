-- Jobs that work for every agency: one after the other, a slice each, so that a large agency keeps no small one waiting.

create function private.serve_in_turn(job text, waiting uuid[], longest interval) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  last_moment constant timestamptz := clock_timestamp() + longest;
  round uuid[] := array(
    select w.id from unnest(waiting) w(id)
    left join private.job_turns t on t.job = serve_in_turn.job and t.organization_id = w.id
    order by t.served_at nulls first, w.id);
  tenant uuid;
  has_more boolean;
  slices int := 0;
begin
  while cardinality(round) > 0 loop
    foreach tenant in array round loop
      execute format('select private.%I($1)', job || '_slice') into has_more using tenant;
      insert into private.job_turns (job, organization_id, served_at) values (serve_in_turn.job, tenant, clock_timestamp())
      on conflict on constraint job_turns_pkey do update set served_at = excluded.served_at;
      slices := slices + 1;
      if not has_more then
        round := array_remove(round, tenant);
      end if;
      if clock_timestamp() > last_moment then
        return slices;
      end if;
    end loop;
  end loop;
  return slices;
end $$;
comment on function private.serve_in_turn is 'Does slices of a job for the organizations that wait, those first that were served
  longest ago, round after round, until nothing waits or `longest` is over; the next run goes on from there. A slice is
  private.<job>_slice(organization_id), which says whether more waits. What a run has locked is free again after `longest` and one
  slice. One run of a job at a time: whoever calls it holds the lock of the job. Answers how many slices.';

-- Jobs in the layout of pg_cron, which hosted Supabase has, as far as jobs of some seconds need it. They run as who scheduled
-- them, here always `postgres`; hosted also keeps a record of every run.
create schema cron;
grant usage on schema cron to postgres;

create table cron.job (
  jobid bigint generated always as identity primary key,
  schedule text not null,
  command text not null,
  username text not null default current_user,
  active boolean not null default true,
  jobname text not null,
  unique (jobname, username)
);
grant all on cron.job to postgres;

-- Schedules a job, or again the one of that name.
create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql set search_path = '' as $$
declare
  id bigint;
begin
  if schedule.schedule !~ '^([1-9]|[1-5]\d) seconds?$' then
    raise exception 'invalid schedule: %', schedule.schedule
      using hint = 'Here jobs run every 1 to 59 seconds: write ''10 seconds''.';
  end if;
  insert into cron.job as j (schedule, command, jobname)
  values (schedule.schedule, schedule.command, schedule.job_name)
  on conflict (jobname, username) do update set schedule = excluded.schedule, command = excluded.command
  returning j.jobid into id;
  return id;
end $$;

-- What is null stays as it is.
create function cron.alter_job(job_id bigint, schedule text default null, command text default null, active boolean default null)
returns void
language plpgsql set search_path = '' as $$
begin
  update cron.job j set schedule = coalesce(alter_job.schedule, j.schedule), command = coalesce(alter_job.command, j.command),
    active = coalesce(alter_job.active, j.active)
  where j.jobid = alter_job.job_id;
  if not found then
    raise exception 'Job % does not exist', alter_job.job_id;
  end if;
end $$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from cron.job j where j.jobname = unschedule.job_name;
  if not found then
    raise exception 'could not find valid entry for job ''%''', unschedule.job_name;
  end if;
  return true;
end $$;

revoke all on all functions in schema cron from public;
grant execute on all functions in schema cron to postgres;

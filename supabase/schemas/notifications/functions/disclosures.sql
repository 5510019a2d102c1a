create function private.limit_disclosures(organization_id uuid, what text, subject uuid, nouns text, most int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seen uuid[];
begin
  -- One at a time for a person: simultaneous calls would each count the others out.
  perform pg_advisory_xact_lock(hashtextextended(limit_disclosures.what || ' ' || auth.uid(), 0));
  seen := array(
    select distinct d.subject_id from private.disclosures d
    where d.organization_id = limit_disclosures.organization_id and d.actor_id = auth.uid() and d.what = limit_disclosures.what
      and d.created_at > clock_timestamp() - interval '24 hours');
  if limit_disclosures.subject = any (seen) then
    return;
  elsif cardinality(seen) >= most then
    perform private.refuse('You have asked for ' || most || ' ' || nouns || ' within 24 hours, the most there is. Try again later.', '',
      'disclosed_too_much', jsonb_build_object('most', most, 'what', limit_disclosures.what));
  elsif cardinality(seen) + 1 in (10, most) then
    perform private.notify_other_admins(limit_disclosures.organization_id, 'security',
      private.acting_name(limit_disclosures.organization_id) || ' asked for ' || cardinality(seen) + 1 || ' ' || nouns
      || ' within 24 hours.', 'team', auth.uid(), 'much_disclosed', jsonb_build_object(
        'by', private.acting_name(limit_disclosures.organization_id), 'count', cardinality(seen) + 1, 'what', limit_disclosures.what));
  end if;
end $$;
comment on function private.limit_disclosures is 'Refuses more different subjects within 24 hours than somebody looks up in a day''s
  work (`most`), and tells the other admins of the tenth and of the last. What was asked for already counts once. `nouns`: "passport
  numbers".';

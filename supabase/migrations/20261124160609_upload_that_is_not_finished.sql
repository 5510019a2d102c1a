set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.saved_by_start_document_upload(version_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.saved_by_save_document(v.document_id) from public.document_versions v
      where v.id = saved_by_start_document_upload.version_id),
    (select jsonb_build_object('name', 'an upload that is not finished') from private.document_uploads u
      where u.id = saved_by_start_document_upload.version_id))
$function$;

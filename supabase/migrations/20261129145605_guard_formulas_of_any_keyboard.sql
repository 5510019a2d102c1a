set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guarded_text(expression text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($sql$case when %1$s ~ '^([\t\r\n'']|[[:space:]]*[-=+@＝＋－＠])' then '''' || %1$s else %1$s end$sql$, expression)
$function$;

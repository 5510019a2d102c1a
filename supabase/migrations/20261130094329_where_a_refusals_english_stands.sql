set local check_function_bodies = off;

COMMENT ON FUNCTION "private"."refuse"(text, text, text, jsonb) IS 'Raises every refusal that no constraint can express, in one shape for the client.
  `column_name` becomes the hint: the form field the message belongs to, or empty. `code` and `params` say the same as the message, and
  become the detail: {code, params}. A code has one sentence, and its English stands here alone.';

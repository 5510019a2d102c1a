/** What the API itself refuses, before the database is asked; the database's own refusals have their words in its catalogue. */
export const API_WORDS = {
  api_key_unknown: 'This key lets nobody in.',
  api_path_unknown: 'There is nothing at this address.',
  api_method_wrong: 'This address does not take that method.',
  api_record_not_found: 'There is no such record.',
  api_body_type_wrong: 'Send the body as application/json.',
  api_body_too_large: 'That is too much for one request.',
  api_body_wrong: 'The body is not JSON of an object.',
  api_field_wrong: 'This field is not what is expected here.',
  api_parameter_wrong: 'This parameter is not what is expected here.',
  api_text_wrong: 'A text has a character that no text can have.',
  api_idempotency_key_missing: 'Send an Idempotency-Key with what is written.',
  api_idempotency_key_wrong: 'An Idempotency-Key has 1 to 255 visible characters.',
  api_version_missing: 'Send the version that was read as If-Match.',
  api_version_wrong: 'If-Match is the ETag of the record, like "3".',
  api_too_many_requests: 'This key asks too often. Wait a moment.',
  api_busy: 'The database is busy. Try again in a moment.',
  unexpected: 'Something went wrong on our side. Try again in a moment.',
} as const;

/** A code of theirs. */
export type ApiCode = keyof typeof API_WORDS;

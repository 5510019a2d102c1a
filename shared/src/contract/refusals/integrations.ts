/** What the database refuses here, in words. */
export const integrations = {
  api_key_name_missing: () => 'Enter a name for the key.',
  api_key_name_taken: () => 'There is a key of this name already.',
  api_key_scopes_missing: () => 'Choose what the key may read or write.',
  api_key_expiry_wrong: () => 'Enter a day from today on, within two years.',
  api_keys_too_many: () => 'An agency has at most 20 keys. Revoke one that is not used any more.',
  api_key_not_found: () => 'This key is not there any more.',
  api_key_unknown: () => 'This key lets nobody in.',
  api_scope_missing: ({ scope }: { scope: string }) => `This key may not do that: it needs ${scope}.`,
  api_record_not_found: () => 'There is no such record.',
};

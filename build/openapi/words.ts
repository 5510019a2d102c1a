/** What the OpenAPI file says in words. */
export const ABOUT = `Sales, customers, vendors, commissions, payouts and the bank’s transactions of one agency, for its other programs.

**Keys.** An owner makes a key for each program under Settings, Integrations. It is sent as \`Authorization: Bearer ppk_…\` and sees its own agency only.

**Lists** are pages of up to 100 records, the newest first. \`next_cursor\` is sent back as \`cursor\` for the next page, with the same parameters; it is null on the last one.

**A copy** is kept up to date by \`updated_since\`: what has changed from that moment on, the longest ago first, each record as it is now. Begin the next time at the last \`updated_at\` that was read, less five minutes, because what takes a while to write has the moment at which it began; and go by \`id\`, for some of it is read again. What was deleted is in no list.

**Writing once.** Every request that writes carries an \`Idempotency-Key\`: a text of its own, such as a UUID. The same request with the same key is done once, and answered again with the record as it is now: whoever got no answer sends it again.

**Changing.** An answer’s \`ETag\` is sent back as \`If-Match\`, so that nobody’s change is written over.

**Amounts** are texts with two decimals, days \`YYYY-MM-DD\`, times ISO 8601 in UTC; a currency stands beside every amount.

**Problems** are \`application/problem+json\` (RFC 9457): programs compare \`code\`, people read \`detail\`, \`field\` names the field.

**Limits.** Every answer says in \`RateLimit-*\` how many requests are left; \`429\` says in \`Retry-After\` when to come back. A path that is there but not with this method answers \`405\`.`;

/** Of parameters whose name does not say it all. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  limit: 'Records of a page, 1 to 100; 50 unless said otherwise.',
  cursor: 'Where the page before ended: its `next_cursor`.',
  updated_since:
    'Only what has changed at this moment or later, such as `2027-02-03T09:30:00Z`, the longest ago first.',
  id: 'The id of the record.',
  'Idempotency-Key':
    'A text of this request alone, such as a UUID: with the same one it is done once, however often it is sent.',
  'If-Match': 'The version that was read, as the `ETag` said it: `"3"`.',
  booking_reference: 'The whole reference.',
  email: 'The whole address.',
  name: 'The whole name.',
};

const whole = { type: 'integer', minimum: 0 };

export const HEADERS: Readonly<Record<string, { description: string; schema: object; required?: boolean }>> =
  {
    ETag: { description: 'The version of the record, for `If-Match`.', schema: { type: 'string' } },
    'RateLimit-Limit': { description: 'Requests of a minute.', schema: whole },
    'RateLimit-Remaining': { description: 'Requests that are left of them.', schema: whole },
    'RateLimit-Reset': { description: 'Seconds until they are counted anew.', schema: whole },
    'Retry-After': { description: 'Seconds to wait.', schema: whole },
    'WWW-Authenticate': { description: '`Bearer`.', schema: { type: 'string' } },
  };

import * as v from 'valibot';
import { command, day, id, moment } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { SCOPES } from './scopes';

/** What a key may do: `sales:read`. `write` includes `read`. */
const scope = v.picklist(SCOPES);

/** What the page of API keys asks of the database. */
export const contract = {
  get_api_keys: {
    answer: v.strictObject({
      keys: v.array(
        v.strictObject({
          id,
          name: v.string(),
          prefix: v.string(),
          scopes: v.array(scope),
          created_at: moment,
          created_by: v.string(),
          expires_on: v.nullable(day),
          last_used_at: v.nullable(moment),
          /** The network it came from. */
          last_used_from: v.nullable(v.string()),
          revoked_at: v.nullable(moment),
          revoked_by: v.nullable(v.string()),
        }),
      ),
    }),
  },
  /** The key is null where the request is a repetition: it is shown once. */
  create_api_key: { answer: command({ id, key: v.nullable(v.string()) }) },
  revoke_api_key: { answer: command({}) },
} satisfies DatabaseContract;

export type IntegrationsContract = typeof contract;

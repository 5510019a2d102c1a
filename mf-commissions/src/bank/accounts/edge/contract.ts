import * as v from 'valibot';
import { id } from '@paperplane/shared/contract';
import type { FunctionsContract } from '@paperplane/shared/platform';

const provider = v.picklist(['simplefin', 'enable_banking']);

/** What the accounts' page asks of Edge Functions: what needs a secret never meets a browser. */
export const contract = {
  'bank-connections': {
    /** Which providers this installation can ask. */
    providers: {
      args: {},
      answer: v.strictObject({
        simplefin: v.strictObject({ bridge_url: v.string() }),
        enable_banking: v.strictObject({ configured: v.boolean() }),
      }),
    },
    /** Banks of a country where one signs in. */
    institutions: {
      args: { provider, country: v.string() },
      answer: v.strictObject({
        institutions: v.array(v.strictObject({ name: v.string(), country: v.string() })),
      }),
    },
    /** Claims a token, or says where to sign in (`visit`). The connection was begun in the database before. */
    begin: {
      args: {
        provider,
        connection_id: id,
        token: v.optional(v.string()),
        institution: v.optional(v.string()),
        country: v.optional(v.string()),
        return_url: v.optional(v.string()),
      },
      answer: v.strictObject({ connection_id: id, visit: v.optional(v.string()) }),
    },
    /** Ends what `begin` began, with what the bank put into the address. */
    finish: {
      args: { state: v.string(), code: v.string() },
      answer: v.strictObject({ connection_id: id }),
    },
  },
} satisfies FunctionsContract;

import * as v from 'valibot';
import { id } from '@paperplane/shared/contract';
import type { FunctionsContract } from '@paperplane/shared/platform';

const done = v.strictObject({ success: v.literal(true) });

/** What needs the service key: taking authenticators away from somebody who has lost them. */
export const contract = {
  'second-factor': {
    /** Owners, at step up: removes a member's authenticators and ends their sessions. */
    reset: { args: { member_id: id }, answer: done },
    /** Somebody who has only given the password: uses a recovery code up and removes the authenticators. */
    recover: { args: { code: v.string() }, answer: done },
    /** Owners and admins: asks a member to set one up, at most once a day. */
    ask: { args: { member_id: id }, answer: done },
  },
} satisfies FunctionsContract;

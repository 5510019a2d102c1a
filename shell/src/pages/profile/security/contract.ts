import * as v from 'valibot';
import { command, count, id, moment } from '@paperplane/shared/contract';
import { ROLES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

/** What the agency asks of its people. */
const policy = v.picklist(['optional', 'admins', 'all']);

/** What the Security page and the guard ask of the database about second factors. */
export const contract = {
  /** About oneself. The one function that answers before the code of a second factor has been entered. */
  get_second_factor: {
    answer: v.strictObject({
      policy,
      /** Whether the policy asks this person for one. */
      required: v.boolean(),
      has_factor: v.boolean(),
      aal: v.picklist(['aal1', 'aal2']),
      /** When a code was entered last in this session. */
      confirmed_at: v.nullable(moment),
      /** Until when what asks again lets pass; null where a code is to be entered first, or none is asked for. */
      step_up_until: v.nullable(moment),
      /** Owners only, and only behind the code. */
      recovery: v.nullable(v.strictObject({ left: count, made_on: v.nullable(moment) })),
    }),
  },
  /** Owners; admins read. */
  list_second_factors: {
    answer: v.strictObject({
      policy,
      members: v.array(
        v.strictObject({
          user_id: id,
          name: v.string(),
          role: v.picklist(ROLES),
          has_factor: v.boolean(),
          /** When the oldest authenticator was set up. */
          since: v.nullable(moment),
          asked_at: v.nullable(moment),
          reset_at: v.nullable(moment),
          reset_by_name: v.nullable(v.string()),
        }),
      ),
      /** Active people, and those of them who have one. */
      everybody: v.strictObject({ count, with_factor: count }),
      /** Admins and owners. */
      admins: v.strictObject({ count, with_factor: count }),
    }),
  },
  set_second_factor_policy: { args: { p_policy: policy }, answer: command({}) },
  /** What the function `second-factor` asks as the caller before it takes authenticators away. */
  begin_second_factor_reset: { answer: command({}) },
  /** Asked by `second-factor`, too. */
  ask_for_second_factor: { answer: command({}) },
  /** Ten, told once; the old ones are void. */
  make_recovery_codes: { answer: v.array(v.string()) },
} satisfies DatabaseContract;

import { databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { api } from '../../parts/api';
import { decide, TOUCHED } from '../bank-api';
import type { BankContract, Seen, SentRule } from '../bank-types';

const ask = databaseDoor<BankContract>();

export const bankRulesApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    listBankRules: build.query({
      ...ask('list_bank_rules', (_own: void) => ({})),
      providesTags: ['Bank'],
    }),

    /** What a rule would take of what waits; nothing is written. */
    previewBankRule: build.query({
      ...ask('preview_bank_rule', (rule: SentRule) => ({ rule })),
      providesTags: ['Bank'],
      keepUnusedDataFor: 0,
    }),

    /** Adds a rule behind all others, or changes the one of this id. */
    saveBankRule: build.mutation({
      ...decide('save_bank_rule', ({ rule, of }: { rule: SentRule; of: Seen | null }) => ({
        rule,
        ...(of && { ruleId: of.id, expectedVersion: of.version }),
      })),
      invalidatesTags: ['Bank'],
    }),

    switchBankRule: build.mutation({
      ...decide('switch_bank_rule', (input: { ruleId: string; isActive: boolean }) => input),
      invalidatesTags: ['Bank'],
    }),

    orderBankRules: build.mutation({
      ...decide('order_bank_rules', (ruleIds: string[]) => ({ ruleIds })),
      invalidatesTags: ['Bank'],
    }),

    deleteBankRule: build.mutation({
      ...decide('delete_bank_rule', (ruleId: string) => ({ ruleId })),
      invalidatesTags: ['Bank'],
    }),

    /** Does what a rule says with what waits, as it was seen. */
    applyBankRule: build.mutation({
      ...decide('apply_bank_rule', (input: { ruleId: string; transactions: Seen[] }) => input),
      invalidatesTags: [...TOUCHED],
    }),
  }),
});

export const {
  useListBankRulesQuery,
  usePreviewBankRuleQuery,
  useSaveBankRuleMutation,
  useSwitchBankRuleMutation,
  useOrderBankRulesMutation,
  useDeleteBankRuleMutation,
  useApplyBankRuleMutation,
} = bankRulesApi;

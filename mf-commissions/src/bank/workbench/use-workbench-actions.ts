import { actName } from '@paperplane/shared/domain';
import { useNavigate, useToast, paths, type VendorChoice } from '@paperplane/shared/platform';
import { useState } from 'react';
import {
  useDeleteBankRemittanceMutation,
  useMatchBankTransactionMutation,
  useRejectBankSuggestionMutation,
  useReopenBankTransactionMutation,
  useSetAsideBankTransactionsMutation,
  useSetBankVendorMutation,
  type SetAsideCategory,
} from '../bank-api';
import type { BankRecord, Outcome } from '../bank-types';
import { rowFacts } from '../parts/row-facts';
import type { Undoable } from '../parts/use-undo';
import { ruleOf, vendorRuleOf } from '../rules/rule-words';
import { matchInput } from './draft-saving';
import type { Workbench } from './use-workbench';

interface WorkbenchActionsOptions {
  record: BankRecord;
  workbench: Workbench;
  currency: string;
  offer: (undoable: Undoable) => void;
}

export type WorkbenchActions = ReturnType<typeof useWorkbenchActions>;

/** What can be decided about a transaction. What settles it goes on to the next one; a refusal stays until the next attempt. */
export function useWorkbenchActions({ record, workbench, currency, offer }: WorkbenchActionsOptions) {
  const { transaction, position } = record;
  const { id } = transaction;
  const facts = rowFacts([transaction], currency);
  const [match, { isLoading: matching }] = useMatchBankTransactionMutation();
  const [setAside, { isLoading: settingAside }] = useSetAsideBankTransactionsMutation();
  const [reject, { isLoading: rejecting }] = useRejectBankSuggestionMutation();
  const [reopen, { isLoading: reopening }] = useReopenBankTransactionMutation();
  const [setVendor, { isLoading: settingVendor }] = useSetBankVendorMutation();
  const [deleteStatement, { isLoading: deletingStatement }] = useDeleteBankRemittanceMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<{ by: string | null } | null>(null);
  const navigate = useNavigate();
  const toast = useToast();

  /** Runs a decision; what was refused is said. @returns the answer of one that was done */
  async function decide(failed: string, run: () => Promise<Outcome>): Promise<Outcome | null> {
    setFailure(null);
    setConflict(null);
    try {
      const answer = await run();
      if (answer.ok) return answer;
      if (answer.conflict) {
        setConflict({ by: answer.conflict.by });
        workbench.yield();
      } else setFailure(answer.error ?? failed);
    } catch (error) {
      toast.error(failed, error);
    }
    return null;
  }

  /** What is settled leaves: the next one that waits is opened, and can take this one back. */
  function goOn(undo: Undoable | null) {
    workbench.discard();
    const next = position?.nextId ?? position?.previousId;
    void navigate(next ? paths.bankTransaction.href(next) : paths.bank.href(), {
      state: undo ? { undo } : null,
    });
  }

  return {
    failure,
    conflict,
    busy: matching || settingAside || rejecting || reopening || settingVendor || deletingStatement,
    settingAside,
    settingVendor,
    match: async () => {
      const wasMatched = transaction.status === 'matched';
      const answer = await decide('Not matched', () =>
        match({
          id,
          version: workbench.version,
          ...matchInput(workbench.draft, transaction.amount),
        }).unwrap(),
      );
      if (!answer?.groupId) return;
      const isPlaced = workbench.draft.parts.length > 0;
      const undo = {
        groupId: answer.groupId,
        text: actName(isPlaced ? 'Matched' : 'Left unclaimed', facts),
      };
      if (wasMatched) {
        workbench.yield();
        offer(undo);
      } else goOn(undo);
    },
    setAside: async (category: SetAsideCategory, learn: boolean) => {
      const answer = await decide('Not set aside', () =>
        setAside({ transactions: [{ id, version: workbench.version }], category, learn }).unwrap(),
      );
      const why = answer?.skipped?.[0]?.why;
      if (why) setFailure(why);
      else if (answer?.groupId)
        goOn({
          groupId: answer.groupId,
          text: actName('Set aside', facts),
          rule: ruleOf(transaction, category),
        });
    },
    reject: async (rank: number) => {
      const answer = await decide('Not changed', () =>
        reject({ id, version: workbench.version, rank }).unwrap(),
      );
      if (!answer?.groupId) return;
      workbench.yield();
      offer({ groupId: answer.groupId, text: actName('Suggestion taken off', facts) });
    },
    bringBack: async () => {
      if (!(await decide('Not brought back', () => reopen(id).unwrap()))) return;
      workbench.yield();
      toast.done(actName('Brought back', facts), 'It is reviewed again; Set aside takes it out again.');
    },
    /** @returns whether it is done */
    setVendor: async (vendor: VendorChoice) => {
      const answer = await decide('The vendor was not changed', () =>
        setVendor({ id, vendorId: vendor.id }).unwrap(),
      );
      if (answer?.version) workbench.adopt(answer.version);
      if (answer?.groupId)
        offer({
          groupId: answer.groupId,
          text: actName(`Paid by ${vendor.name}`, { ...facts, who: undefined }),
          rule: vendorRuleOf(transaction, vendor),
        });
      return answer !== null;
    },
    deleteStatement: async (remittanceId: string) => {
      if (!(await decide('The statement was not taken off', () => deleteStatement(remittanceId).unwrap())))
        return;
      workbench.yield();
      toast.done('Statement taken off', 'Its file is needed to put it back.');
    },
  };
}

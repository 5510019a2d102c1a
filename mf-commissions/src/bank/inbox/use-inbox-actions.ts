import { actName, plural } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import {
  useAcceptBankSuggestionsMutation,
  useRejectBankSuggestionMutation,
  useSetAsideBankTransactionsMutation,
  type SetAsideCategory,
} from '../bank-api';
import type { BankRow, Outcome, Seen } from '../bank-types';
import { rowFacts } from '../parts/row-facts';
import type { Undoable } from '../parts/use-undo';
import { ruleOf } from '../rules/rule-words';

const seen = ({ id, version }: BankRow): Seen => ({ id, version });
const keyOf = ({ id, version }: Seen): string => `${id} ${version}`;

export type InboxActions = ReturnType<typeof useInboxActions>;

/** What can be done with rows of the inbox; each says what came of it and offers the way back. */
export function useInboxActions(offer: (undoable: Undoable) => void) {
  const toast = useToast();
  const { currency } = useCurrentUser().organization;
  const [acceptRows] = useAcceptBankSuggestionsMutation();
  const [rejectRow] = useRejectBankSuggestionMutation();
  const [setRowsAside, { isLoading: settingAside }] = useSetAsideBankTransactionsMutation();
  const [acceptingAll, setAcceptingAll] = useState(false);
  // By version: one that comes back by an undo is another one.
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const leave = (rows: readonly Seen[], gone: boolean) =>
    setLeaving((before) => {
      const after = new Set(before);
      for (const row of rows)
        if (gone) after.add(keyOf(row));
        else after.delete(keyOf(row));
      return after;
    });

  /** Runs a decision about rows; those it did not touch stay. */
  async function decide(rows: readonly BankRow[], failed: string, run: () => Promise<Outcome>) {
    leave(rows, true);
    try {
      const answer = await run();
      const skipped = answer.skipped ?? [];
      const kept = answer.ok ? rows.filter(({ id }) => skipped.some((each) => each.id === id)) : rows;
      leave(kept, false);
      const why = answer.conflict?.by
        ? `${answer.conflict.by} was faster: look at what they did.`
        : (answer.error ?? skipped[0]?.why);
      if (kept.length > 0) toast.error(failed, why);
      return answer;
    } catch (error) {
      leave(rows, false);
      toast.error(failed, error);
      return null;
    }
  }

  async function acceptRowsOf(rows: readonly BankRow[], certain: boolean) {
    const answer = await decide(rows, 'Not accepted', () =>
      acceptRows({ transactions: rows.map(seen), certain }).unwrap(),
    );
    const accepted = answer?.accepted ?? [];
    if (answer?.groupId && accepted.length > 0)
      offer({
        groupId: answer.groupId,
        text: actName(
          `${plural(accepted.length, 'transaction')} matched`,
          rowFacts(
            rows.filter(({ id }) => accepted.includes(id)),
            currency,
          ),
        ),
      });
  }

  return {
    acceptingAll,
    settingAside,
    isLeaving: (row: BankRow) => leaving.has(keyOf(row)),
    accept: (row: BankRow) => (leaving.has(keyOf(row)) ? Promise.resolve() : acceptRowsOf([row], false)),
    /** Many at once: what a person chose, or only what is still certain. */
    acceptAll: async (rows: readonly BankRow[], certain: boolean) => {
      setAcceptingAll(true);
      await acceptRowsOf(rows, certain);
      setAcceptingAll(false);
    },
    reject: async (row: BankRow) => {
      const answer = await decide([row], 'Not changed', () => rejectRow({ ...seen(row), rank: 1 }).unwrap());
      if (answer?.ok && answer.groupId)
        offer({
          groupId: answer.groupId,
          text: actName('Suggestion taken off', rowFacts([row], currency)),
        });
    },
    /** What is like them goes along with `alike`. A single decision, or one about lines that are alike, can become a rule. */
    setAside: async (
      rows: readonly BankRow[],
      category: SetAsideCategory,
      learn: boolean,
      alike: boolean,
    ) => {
      const answer = await decide(rows, 'Not set aside', () =>
        setRowsAside({ transactions: rows.map(seen), category, learn, alike }).unwrap(),
      );
      const [row] = rows;
      const count = answer?.setAside?.length ?? 0;
      if (answer?.ok && answer.groupId && count > 0)
        offer({
          groupId: answer.groupId,
          text: actName(
            count === 1 ? 'Set aside' : `${plural(count, 'transaction')} set aside`,
            alike ? { who: `like ${row?.text}` } : rowFacts(rows, currency),
          ),
          ...(row && rows.length === 1 && { rule: ruleOf(row, category) }),
        });
      return count > 0;
    },
  };
}

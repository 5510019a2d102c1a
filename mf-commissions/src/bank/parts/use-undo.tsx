import { Link, paths, useLocation, useToast } from '@paperplane/shared/platform';
import { buttonClass } from '@paperplane/shared/ui';
import { useState } from 'react';
import { UndoNotice } from '../../parts/undo-notice';
import { useUndoBankDecisionMutation } from '../bank-api';
import type { PaidAgent } from '../bank-types';
import type { RuleDraft } from '../rules/rule-words';
import { PaidDialog } from './paid-dialog';

/** Something that was decided here and can be taken back. */
export interface Undoable {
  groupId: string;
  /** "6 matched". */
  text: string;
  /** The rule that can be made of it. */
  rule?: RuleDraft;
}

/** What the page before has left to take back, in the state of the address. */
function leftBehind(state: unknown): Undoable[] {
  const { undo } = (state ?? {}) as { undo?: Undoable };
  return undo ? [undo] : [];
}

/**
 * What was decided on this page, the last one first to be taken back.
 * @returns `offer` remembers a decision and says so; `undo` takes the last one back; `notice` is what the page shows of it
 */
export function useUndo() {
  const state: unknown = useLocation().state;
  const [done, setDone] = useState(() => leftBehind(state));
  const [shown, setShown] = useState(() => leftBehind(state).length > 0);
  const [paid, setPaid] = useState<readonly PaidAgent[] | null>(null);
  const [run, { isLoading }] = useUndoBankDecisionMutation();
  const toast = useToast();
  const last = done.at(-1);

  const offer = (undoable: Undoable) => {
    setDone((before) => [...before, undoable]);
    setShown(true);
  };
  const undoGroup = async ({ groupId, text }: Undoable) => {
    if (isLoading) return;
    try {
      const answer = await run(groupId).unwrap();
      if (answer.ok) {
        setDone((before) => before.filter((each) => each.groupId !== groupId));
        setShown(false);
        toast.info('Taken back', text);
      } else if (answer.paid?.length) setPaid(answer.paid);
      else toast.error('Not taken back', answer.error);
    } catch (error) {
      toast.error('Not taken back', error);
    }
  };
  const undo = () => {
    if (last) void undoGroup(last);
  };
  const notice = (
    <>
      {shown && last && (
        <UndoNotice
          key={last.groupId}
          text={last.text}
          more={
            last.rule && (
              <Link
                to={paths.bankRules.href()}
                state={{ draft: last.rule }}
                className={buttonClass('ghost', { size: 'sm' })}
              >
                Make a rule
              </Link>
            )
          }
          busy={isLoading}
          onUndo={undo}
          onDismiss={() => setShown(false)}
        />
      )}
      {paid && <PaidDialog paid={paid} onClose={() => setPaid(null)} />}
    </>
  );
  return { offer, undo, undoGroup, notice, busy: isLoading, last };
}

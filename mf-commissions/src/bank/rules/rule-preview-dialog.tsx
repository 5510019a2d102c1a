import { actName, displayMessage, formatCount, formatDate, plural } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ErrorState, FormDialog, Skeleton } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankRule, RulePreview } from '../bank-types';
import { accountText, signedMoney } from '../parts/bank-words';
import { rowFacts } from '../parts/row-facts';
import type { Undoable } from '../parts/use-undo';
import { useApplyBankRuleMutation, usePreviewBankRuleQuery } from './bank-rules-api';
import { effectOf, sentOf } from './rule-words';

interface RulePreviewDialogProps {
  rule: BankRule;
  currency: string;
  offer: (undoable: Undoable) => void;
  onClose: () => void;
}

/** What a commission would explain is not taken along unless somebody says so. */
const isExplained = ({ certainty }: RulePreview['rows'][number]) =>
  certainty === 'certain' || certainty === 'likely';

/** Which of the waiting lines a rule would take, to be looked at before it does. */
export function RulePreviewDialog({ rule, currency, offer, onClose }: RulePreviewDialogProps) {
  const preview = usePreviewBankRuleQuery(sentOf(rule));
  const [apply, { isLoading }] = useApplyBankRuleMutation();
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const toast = useToast();
  const rows = preview.data?.rows ?? [];
  const chosen = rows.filter((row) => isExplained(row) === turned.has(row.id));
  const words = `Apply to ${formatCount(chosen.length)}`;
  const factsOf = (lines: readonly RulePreview['rows'][number][]) =>
    rowFacts(
      lines.map((line) => ({ ...line, vendor: null })),
      currency,
    );
  const turn = (id: string) =>
    setTurned((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const submit = async () => {
    setFailure(null);
    try {
      const answer = await apply({
        ruleId: rule.id,
        transactions: chosen.map(({ id, version }) => ({ id, version })),
      }).unwrap();
      if (!answer.ok) return setFailure(answer.error ?? 'Not applied');
      const count = answer.applied?.length ?? 0;
      if (answer.skipped?.length)
        toast.info(`${plural(answer.skipped.length, 'line')} left alone`, 'Somebody was faster.');
      if (answer.groupId && count > 0)
        offer({
          groupId: answer.groupId,
          text: actName(
            `${plural(count, 'line')}, ${effectOf(rule)}`,
            factsOf(chosen.filter(({ id }) => answer.applied?.includes(id))),
          ),
        });
      onClose();
    } catch (error) {
      setFailure(displayMessage(error));
    }
  };
  return (
    <FormDialog
      title={rule.vendor ? `Whose money: ${effectOf(rule)}` : `Set aside: ${effectOf(rule)}`}
      subtitle="Lines that wait and fit the rule. One undo takes all of them back."
      submitLabel={chosen.length > 0 ? words : undefined}
      submitName={actName(words, factsOf(chosen))}
      busy={isLoading}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      {preview.isError ? (
        <ErrorState
          title="The preview did not load"
          message={displayMessage(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : !preview.data ? (
        <Skeleton width="100%" height={160} />
      ) : rows.length === 0 ? (
        <p className="pp-muted">Nothing that waits fits this rule.</p>
      ) : (
        <>
          <ul className="bank-rule-lines" aria-label="Lines">
            {rows.map((row) => (
              <li key={row.id}>
                <label className="pp-check">
                  <input
                    type="checkbox"
                    checked={isExplained(row) === turned.has(row.id)}
                    onChange={() => turn(row.id)}
                  />
                  <b>{row.text}</b>
                  <small>
                    {formatDate(row.bookedOn)} · {accountText(row.account)}
                    {isExplained(row) && ' · A commission would explain it'}
                  </small>
                </label>
                <span className="amt">{signedMoney(row.amount, currency)}</span>
              </li>
            ))}
          </ul>
          {preview.data.count > rows.length && (
            <p className="pp-muted pp-sm">
              The latest {formatCount(rows.length)} of {formatCount(preview.data.count)}.
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}

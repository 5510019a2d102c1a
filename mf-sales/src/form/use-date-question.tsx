import { formatDate } from '@paperplane/shared/domain';
import { ConfirmDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';

interface Question {
  reference: string;
  to: string;
  answer: (yes: boolean) => void;
}

/**
 * Asks before a paid sale is moved to another day: its revenue and commission count for that day then.
 * @returns `mayMove`, which resolves to false when the person keeps the day, and the dialog while it asks
 */
export function useDateQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);

  /** @param saleDate the new day, undefined when it stays */
  function mayMove(sale: SaleDetail, saleDate: string | undefined): Promise<boolean> {
    if (sale.status !== 'paid' || saleDate === undefined) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(null);
        resolve(yes);
      };
      setQuestion({ reference: saleName(sale), to: formatDate(saleDate), answer });
    });
  }

  const dialog = question && (
    <ConfirmDialog
      title={`Move paid sale ${question.reference} to ${question.to}?`}
      confirmLabel="Move sale"
      cancelLabel="Keep the day"
      variant="primary"
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <p>
        Its revenue and commission then count for {question.to} in every figure and list, also in months that
        are closed.
      </p>
    </ConfirmDialog>
  );
  return { mayMove, dialog };
}

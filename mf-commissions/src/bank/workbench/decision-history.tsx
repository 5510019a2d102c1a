import { formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Archive, Building2, Check, HistoryCard, RotateCcw, Undo2, X } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { Decision } from '../bank-types';

const WORDS: Record<Decision['action'], { icon: ReactNode; text: string }> = {
  match: { icon: <Check className="pp-i" />, text: 'matched it' },
  accept: { icon: <Check className="pp-i" />, text: 'accepted the suggestion' },
  reject: { icon: <X className="pp-i" />, text: 'said no to the suggestion' },
  set_aside: { icon: <Archive className="pp-i" />, text: 'set it aside' },
  reopen: { icon: <RotateCcw className="pp-i" />, text: 'brought it back to the review' },
  vendor: { icon: <Building2 className="pp-i" />, text: 'said which vendor paid' },
  undo: { icon: <Undo2 className="pp-i" />, text: 'took the decision back' },
};

/** Who decided what about a transaction, the latest first; nothing while nobody did. */
export function DecisionHistory({ decisions }: { decisions: readonly Decision[] }) {
  const { timeZone } = useCurrentUser().organization;
  if (decisions.length === 0) return null;
  const items = decisions.map(({ action, at, by, details }, index) => ({
    id: `${at} ${index}`,
    icon: WORDS[action].icon,
    text: (
      <>
        <b>{by ?? 'Paperplane'}</b>{' '}
        {action === 'match' && details?.placed === 0 ? 'left it unclaimed' : WORDS[action].text}
      </>
    ),
    at,
    when: formatDateTime(at, timeZone),
  }));
  return (
    <HistoryCard
      className="pp-after"
      items={items.reverse()}
      failed={false}
      failedText="The history did not load."
      onRetry={() => undefined}
    />
  );
}

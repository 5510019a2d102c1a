import { useDraft } from '@paperplane/shared/platform';
import { useState } from 'react';
import type { CommissionDeposit } from '../commission-types';
import { readDialog } from '../detail/open-dialog';
import { RecallDialog } from '../detail/recall-dialog';
import type { CommissionShare } from './other-api';
import { shareText } from './other-words';

interface ShareRecallDialogProps {
  share: CommissionShare;
  /** What it is of. */
  commissionId: string;
  deposits: readonly CommissionDeposit[];
  onClose: () => void;
}

/** Takes back what somebody was paid of a share: the seller's dialog, with what was typed into it before. */
export default function ShareRecallDialog(props: ShareRecallDialogProps) {
  const { share, commissionId, deposits, onClose } = props;
  const draft = useDraft(`share-recall.${share.id}`);
  const [kept] = useState(() => readDialog(draft));
  return (
    <RecallDialog
      of={{ commissionId, shareId: share.id }}
      name={share.name}
      what={shareText(share)}
      left={share.recallable ?? 0}
      deposits={deposits}
      typed={kept?.dialog === 'recall' ? kept.typed : undefined}
      draft={draft}
      onClose={onClose}
    />
  );
}

import type { Draft, useLeaveGuard } from '@paperplane/shared/platform';
import { LeaveDialog } from '../ui';

interface LeaveQuestionProps {
  /** "This customer". */
  what: string;
  asking: ReturnType<typeof useLeaveGuard>['asking'];
  draft: Pick<Draft, 'discard'>;
}

/** Asks what is to become of a form that was filled in and not saved, when a way leads out of it. */
export function LeaveQuestion({ what, asking, draft }: LeaveQuestionProps) {
  return (
    asking && (
      <LeaveDialog
        what={what}
        onStay={asking.stay}
        onKeep={asking.leave}
        onDiscard={() => {
          draft.discard();
          asking.leave();
        }}
      />
    )
  );
}

import { LeaveDialog } from '@paperplane/shared/ui';

interface LeaveQuestionProps {
  stay: () => void;
  leave: () => void;
  /** Away with the draft. */
  onDiscard: () => void;
}

/** Asks what is to become of a sale that was typed and not saved. */
export function LeaveQuestion({ stay, leave, onDiscard }: LeaveQuestionProps) {
  return (
    <LeaveDialog
      what="This sale"
      onStay={stay}
      onKeep={leave}
      onDiscard={() => {
        onDiscard();
        leave();
      }}
    />
  );
}

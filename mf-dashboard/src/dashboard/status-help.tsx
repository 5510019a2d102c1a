import { useCurrentUser } from '@paperplane/shared/platform';
import { StatusHelpDialog } from '@paperplane/shared/ui';

/** Explains the statuses, by the agency's setting. */
export function StatusHelp({ kind, onClose }: { kind: 'sale' | 'commission'; onClose: () => void }) {
  const { receivedOn } = useCurrentUser().organization;
  return <StatusHelpDialog kind={kind} receivedOn={receivedOn} onClose={onClose} />;
}

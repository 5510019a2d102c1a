/** What the rooms of commissions and of what an agency takes along show of payouts. */
import './parts/payouts.css';

export { readStatementFile } from './statement/statement-file';
export { VoidDialog } from './parts/void-dialog';
export { useReleaseHold } from './use-release-hold';

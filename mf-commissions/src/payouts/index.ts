/** What the room of commissions shows of payouts. */
import './parts/payouts.css';

export { VoidDialog } from './parts/void-dialog';
export { useReleaseHold } from './use-release-hold';

import { FullMessage, FlightIllustration } from '@paperplane/shared/ui';
import { LogoLink } from '../../layout/logo-link';
import { OFFLINE_TEXT, OFFLINE_TITLE, TryAgain } from './offline-message';

/** docs/product/platform.md, Offline. */
export default function OfflinePage() {
  return (
    <FullMessage
      header={<LogoLink />}
      illustration={<FlightIllustration grounded />}
      title={OFFLINE_TITLE}
      actions={<TryAgain />}
    >
      {OFFLINE_TEXT}
    </FullMessage>
  );
}

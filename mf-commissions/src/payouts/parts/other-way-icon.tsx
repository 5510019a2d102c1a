import { paysByCheck } from '@paperplane/shared/domain';
import { Landmark, Mail } from '@paperplane/shared/ui';

/** How those are paid whom the payment file cannot pay. */
export const OtherWayIcon = ({ currency, className = 'pp-i' }: { currency: string; className?: string }) =>
  paysByCheck(currency) ? <Mail className={className} /> : <Landmark className={className} />;

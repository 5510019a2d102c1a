import type { Role } from '../../domain';

/** Whose devices keep what they opened: an owner's choice, `organizations.offline_reading`. */
export type OfflineReading = 'off' | 'agents' | 'everybody';

interface Reader {
  role: Role;
  isActive: boolean;
  organization: { offlineReading?: OfflineReading };
}

/** Whether this person's devices may keep what they open. Where an older release remembered the person, nobody said so. */
export const mayKeep = ({ role, isActive, organization }: Reader): boolean =>
  isActive &&
  (organization.offlineReading === 'everybody' ||
    (organization.offlineReading === 'agents' && role === 'agent'));

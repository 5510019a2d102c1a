import { displayName, initials, type PersonName } from '../../domain/names';
import { hueOf } from '../../domain/person-hue';
import { cx } from '../base/cx';
import { Picture } from './picture';

export type AvatarSize = 'xs' | 'sm' | 'base' | 'md' | 'lg' | 'xl';

export interface AvatarProps {
  person: (PersonName & { avatarUrl?: string | null }) | null | undefined;
  /** 20, 24, 32 (default), 36, 48, 64 px. */
  size?: AvatarSize;
}

/** A person's picture, or the initials on a hue of their own. Decorative: the name always stands beside it. */
export function Avatar({ person, size = 'base' }: AvatarProps) {
  return (
    <span
      className={cx('pp-av', size !== 'base' && `pp-av-${size}`, `h-${hueOf(displayName(person))}`)}
      aria-hidden="true"
    >
      <Picture url={person?.avatarUrl} fallback={initials(person)} />
    </span>
  );
}

import { companyInitials } from '../../domain/names';
import { hueOf } from '../../domain/person-hue';
import type { AvatarSize } from './avatar';
import { cx } from '../base/cx';
import { Picture } from './picture';

export interface VendorLogoProps {
  vendor: { name: string; logoUrl?: string | null };
  size?: AvatarSize;
}

/** A vendor's logo, or its initials in a square. Decorative: the name always stands beside it. */
export function VendorLogo({ vendor, size = 'base' }: VendorLogoProps) {
  return (
    <span
      className={cx('pp-av pp-av-sq', size !== 'base' && `pp-av-${size}`, `h-${hueOf(vendor.name)}`)}
      aria-hidden="true"
    >
      <Picture url={vendor.logoUrl} fallback={companyInitials(vendor.name)} />
    </span>
  );
}

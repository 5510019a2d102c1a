import { useState } from 'react';
import { companyInitials } from '../domain/names';
import { hueOf } from '../domain/person-hue';
import type { AvatarSize } from './avatar';
import { cx } from './cx';

export interface VendorLogoProps {
  vendor: { name: string; logoUrl?: string | null };
  size?: AvatarSize;
}

/** A vendor's logo, or its initials in a square. Decorative: the name always stands beside it. */
export function VendorLogo({ vendor, size = 'base' }: VendorLogoProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const url = vendor.logoUrl;
  return (
    <span
      className={cx('pp-av pp-av-sq', size !== 'base' && `pp-av-${size}`, `h-${hueOf(vendor.name)}`)}
      aria-hidden="true"
    >
      {url && broken !== url ? (
        <img src={url} alt="" onError={() => setBroken(url)} />
      ) : (
        companyInitials(vendor.name)
      )}
    </span>
  );
}

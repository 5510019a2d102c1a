import { cx } from '../base/cx';
import { PaperplaneMark } from './paperplane-mark';

export interface PaperplaneLogoProps {
  /** White stands on the blue of landing and auth. */
  theme?: 'white' | 'blue';
  size?: 'md' | 'default' | 'lg' | 'xl';
  /** Turns the plane once, 800 ms. The caller takes it back and navigates. */
  spin?: boolean;
}

/** Plane and name. Wrap it in a link or button that says where it leads. */
export function PaperplaneLogo({ theme = 'blue', size = 'default', spin = false }: PaperplaneLogoProps) {
  return (
    <span
      className={cx(
        'pp-logo',
        theme === 'white' && 'pp-logo-white',
        size !== 'default' && `pp-logo-${size}`,
        spin && 'is-spinning',
      )}
    >
      <PaperplaneMark />
      <span>Paperplane</span>
    </span>
  );
}

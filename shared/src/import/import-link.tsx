import { Link } from '@paperplane/shared/platform';
import { buttonClass, Upload } from '../ui';

/** The way to a list's import. */
export function ImportLink({ to }: { to: string }) {
  return (
    <Link className={buttonClass('outline')} to={to}>
      <Upload className="pp-i" />
      <span>Import</span>
    </Link>
  );
}

import { pluralWord } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Landmark } from '@paperplane/shared/ui';
import type { VendorAging } from './aging';

/** Some of it may have arrived: matching comes before asking. */
export function WaitingNote({ vendors }: { vendors: readonly VendorAging[] }) {
  const waiting = vendors.filter(({ depositWaits }) => depositWaits).length;
  if (waiting === 0) return null;
  return (
    <div className="pp-note report-note">
      <Landmark className="pp-i" />
      <span>
        <b className="pp-strong">Some of it may have arrived.</b> {waiting}{' '}
        {pluralWord(waiting, 'vendor has', 'vendors have')} a deposit waiting in{' '}
        <Link className="pp-link" to={paths.bank.href()}>
          Bank
        </Link>
        ; match it before you ask them.
      </span>
    </div>
  );
}

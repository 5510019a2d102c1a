import { formatDate, plural } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Card, CircleCheck, EmptyState, FileText } from '@paperplane/shared/ui';
import type { TaxYear } from '../tax-types';

/** Which files of a year left, when and by whom. */
export function ExportsCard({ exports }: { exports: TaxYear['exports'] }) {
  const { timeZone } = useCurrentUser().organization;
  return (
    <Card title="Exported" padded={false}>
      {exports.length === 0 ? (
        <EmptyState kind="small" icon={<FileText className="pp-i pp-i-18" />} title="Nothing yet">
          Every file stands here with who saved it.
        </EmptyState>
      ) : (
        <ul className="tax-exports" aria-label="Exported">
          {exports.map(({ id, scope, at, by, forms }) => (
            <li key={id}>
              <CircleCheck className="pp-i" />
              <span className="tax-cell">
                {plural(forms, 'form')}
                {scope === 'changed' && ', changed or new'}
                <small>
                  {formatDate(at, timeZone)}, {by}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

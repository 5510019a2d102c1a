import { displayName, formatDateTime } from '@paperplane/shared/domain';
import { Card, CircleCheck, CircleDot, Clock, X } from '@paperplane/shared/ui';
import type { Agreement } from './terms-api';
import { periodText, stateOf, summaryText, type VersionState } from './terms-words';

const ICONS = { 'in force': CircleCheck, planned: CircleDot, before: Clock, replaced: X } as const;
const STATES: Readonly<Record<VersionState, string>> = {
  'in force': 'In force',
  planned: 'Planned',
  replaced: 'Replaced before it began',
  before: '',
};

/** All versions, the newest first: none is ever rewritten. */
export function VersionsCard({ agreement, timeZone }: { agreement: Agreement; timeZone: string }) {
  const { versions } = agreement;
  return (
    <Card title="Versions" action={<span className="pp-muted pp-sm">Never rewritten</span>}>
      {versions.length === 0 ? (
        <p className="pp-muted">None yet. The split of the team’s page holds, for everything.</p>
      ) : (
        <ol className="terms-versions" aria-label="Versions">
          {versions.map((version) => {
            const state = stateOf(version, agreement);
            const Icon = ICONS[state];
            return (
              <li key={version.id} data-state={state}>
                <Icon className="pp-i" />
                <p className="pp-strong">
                  {version.number}, {periodText(version, versions)}
                </p>
                <p className="pp-sm">{[STATES[state], summaryText(version)].filter(Boolean).join(': ')}</p>
                <p className="pp-sm pp-muted">
                  {displayName(version.createdBy, 'Paperplane')},{' '}
                  {formatDateTime(version.createdAt, timeZone)}
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}

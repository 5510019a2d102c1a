import { plural } from '../../domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, Card, Download, InlineBanner } from '../../ui';
import { KINDS, madeWith, rows } from '../import-texts';
import type { ImportKind } from '../rules/fields';
import { rowsOf } from '../run-import';
import { saveBadRows, saveSkippedRows } from '../save-rows';
import type { Import, Stage } from '../use-import';
import { verdictsOf } from '../verdicts';
import { VerdictTable } from './verdict-table';

interface CheckRowsProps {
  kind: ImportKind;
  stage: Extract<Stage, { step: 'check' }>;
  work: Import;
}

/** What will become of each row: the database has been asked, and nothing is written yet. */
export function CheckRows({ kind, stage, work }: CheckRowsProps) {
  const { file, mapping, outcome } = stage;
  const { noun } = KINDS[kind];
  const { currency } = useCurrentUser().organization;
  const bad = rowsOf(outcome.errors);
  const made = madeWith(outcome.adds);
  return (
    <Card
      title="Check before importing"
      footer={
        <>
          <Button variant="outline" onClick={() => work.back(file, mapping)}>
            Back to columns
          </Button>
          <Button
            loading={work.busy}
            disabled={outcome.added === 0}
            onClick={() => void work.run(file, mapping, outcome)}
          >
            Import {plural(outcome.added, noun)}
          </Button>
        </>
      }
    >
      <div className="pp-stack">
        <InlineBanner
          tone={bad > 0 ? 'warning' : 'success'}
          title={bad > 0 ? `${rows(bad)} will not be imported` : 'All rows can be imported'}
        >
          {[
            `${plural(outcome.added, noun)} will be added${made && ` with ${made}`}.`,
            ...(outcome.skips.length > 0
              ? [`${rows(outcome.skips.length)} will be skipped, as they are there already.`]
              : []),
            ...(bad > 0 ? ['Correct the others in the file and import it again later.'] : []),
          ].join(' ')}
        </InlineBanner>
        <VerdictTable
          {...{ kind, file, mapping, work }}
          verdicts={verdictsOf(outcome, file.rowCount, currency)}
        />
        <div className="pp-row">
          {bad > 0 && (
            <Button
              variant="outline"
              size="sm"
              icon={<Download className="pp-i" />}
              onClick={() => void saveBadRows(work, file, outcome.errors)}
            >
              Download the rows with problems
            </Button>
          )}
          {outcome.skips.length > 0 && (
            <Button
              variant="outline"
              size="sm"
              icon={<Download className="pp-i" />}
              onClick={() => void saveSkippedRows(work, file, outcome.skips)}
            >
              Download {plural(outcome.skips.length, 'skipped row')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

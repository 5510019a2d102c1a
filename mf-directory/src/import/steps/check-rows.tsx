import { formatCount, plural } from '@paperplane/shared/domain';
import { Button, Card, Download, InlineBanner } from '@paperplane/shared/ui';
import { KINDS, rows } from '../import-texts';
import { fieldOf, type ImportKind } from '../rules/fields';
import { saveBadRows } from '../save-rows';
import type { Import, Stage } from '../use-import';
import { PreviewTable } from './preview-table';
import { ProblemList } from './problem-list';

interface CheckRowsProps {
  kind: ImportKind;
  stage: Extract<Stage, { step: 'check' }>;
  work: Import;
}

/** The rows as they will come in, and those that will not. Nothing has been sent yet. */
export function CheckRows({ kind, stage, work }: CheckRowsProps) {
  const { file, mapping, checked } = stage;
  const { noun } = KINDS[kind];
  const columns = mapping.columns.flatMap((key, index) => {
    const field = fieldOf(kind, key);
    return field ? [{ index, label: field.label }] : [];
  });
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
            disabled={checked.good === 0}
            onClick={() => void work.run(file, mapping)}
          >
            Import {plural(checked.good, noun)}
          </Button>
        </>
      }
    >
      <div className="pp-stack">
        {checked.bad === 0 ? (
          <InlineBanner tone="success" title="All rows can be imported">
            Those that are there already will be skipped.
          </InlineBanner>
        ) : (
          <InlineBanner tone="warning" title={`${rows(checked.bad)} will not be imported`}>
            <p>
              The other {formatCount(checked.good)} can be imported now. Correct these in the file and import
              it again later.
            </p>
          </InlineBanner>
        )}
        {checked.bad > 0 && (
          <>
            <ProblemList errors={checked.errors} total={checked.bad} />
            <div>
              <Button
                variant="outline"
                size="sm"
                icon={<Download className="pp-i" />}
                onClick={() =>
                  void saveBadRows(work, { kind, file, mapping, refused: [], until: file.rowCount })
                }
              >
                Download the rows with problems
              </Button>
            </div>
          </>
        )}
        <PreviewTable columns={columns} samples={file.samples.slice(0, 8)} errors={checked.errors} />
      </div>
    </Card>
  );
}

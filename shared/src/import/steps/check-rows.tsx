import { useEffect, useMemo, useState } from 'react';
import { plural } from '../../domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, Download } from '../../ui';
import { KINDS, madeWith } from '../import-texts';
import { CardCell, CheckTable } from '../parts/check-table';
import { useShownRows } from '../parts/checked-rows';
import { VerdictStrip } from '../parts/verdict-strip';
import type { ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';
import { isNumeric, shownCard, shownCell, shownColumns, type ShownColumn } from '../rules/shown-columns';
import { hasLines, LINE_FIELDS } from '../rules/sale-fields';
import { saveBadRows, saveSkippedRows } from '../save-rows';
import type { Import, Stage } from '../use-import';
import { verdictsOf } from '../verdicts';
import { NewNamesCard } from './new-names-card';

interface CheckRowsProps {
  kind: ImportKind;
  stage: Extract<Stage, { step: 'check' }>;
  work: Import;
}

/** What will become of each row: the database has been asked, and nothing is written yet. */
export function CheckRows({ kind, stage, work }: CheckRowsProps) {
  const { file, mapping, outcome, rates, terms } = stage;
  const { noun } = KINDS[kind];
  const { currency } = useCurrentUser().organization;
  const verdicts = useMemo(
    () => verdictsOf(outcome, file.rowCount, currency),
    [outcome, file.rowCount, currency],
  );
  const shown = useShownRows(verdicts);
  // A sale with lines has many rows: they are counted and summed beside its verdict.
  const columns = shownColumns(kind, mapping).filter(({ field }) => !LINE_FIELDS.includes(field.key));
  const unit = hasLines(mapping.columns) ? 'sale' : 'row';
  const cells = useCells(
    work,
    kind,
    mapping,
    shown.groups.flatMap((group) => group.shown.map(({ line }) => line)),
  );
  const bad = shown.count('broken');
  const unused = file.headers.filter((_header, index) => (mapping.columns[index] ?? '') === '');
  const made = madeWith(outcome.adds);
  return (
    <>
      <VerdictStrip
        figures={{ new: outcome.added, here: outcome.skips.length, broken: bad }}
        noun={unit}
        news={made ? `With ${made}` : `Become ${plural(outcome.added, noun)}`}
      />
      {unused.length > 0 && (
        <p className="import-note">
          Columns that are not imported: {unused.join(', ')}. What they hold is left out.
        </p>
      )}
      <NewNamesCard unit={unit} adds={outcome.adds} rates={rates} terms={terms} onTerms={work.setTerms} />
      <CheckTable
        noun={unit}
        shown={shown}
        columns={columns.map((column) => ({ name: column.field.label, isNumeric: isNumeric(column) }))}
        cells={({ line, fields }) => {
          const texts = cells.get(line);
          const textOf = ({ index, field }: ShownColumn) => shownCell(texts?.[index] ?? '', field, currency);
          return (
            <>
              {columns.map((column) => (
                <td key={column.index} className={isNumeric(column) ? 'r' : undefined}>
                  {fields.includes(column.field.label) ? (
                    <span className="wrong">{textOf(column)}</span>
                  ) : (
                    textOf(column)
                  )}
                </td>
              ))}
              <CardCell {...shownCard(kind, columns, textOf)} />
            </>
          );
        }}
        footer={
          <>
            {bad > 0 && (
              <Button
                variant="outline"
                icon={<Download className="pp-i" />}
                onClick={() => void saveBadRows(work, file, outcome)}
              >
                Download the broken {unit}s
              </Button>
            )}
            {outcome.skips.length > 0 && (
              <Button
                variant="outline"
                icon={<Download className="pp-i" />}
                onClick={() => void saveSkippedRows(work, file, outcome)}
              >
                Download {plural(outcome.skips.length, `skipped ${unit}`)}
              </Button>
            )}
            <Button variant="outline" onClick={() => void work.back(file, mapping)}>
              Back to columns
            </Button>
            <Button loading={work.busy} disabled={outcome.added === 0} onClick={() => void work.run(stage)}>
              Import {plural(outcome.added, noun)}
            </Button>
          </>
        }
      />
    </>
  );
}

/** The cells of some rows, as the mapping reads them, by the rows' numbers; none until the reader has answered. */
function useCells(
  { engine }: Pick<Import, 'engine'>,
  kind: ImportKind,
  mapping: Mapping,
  lines: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const [cells, setCells] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const numbers = lines.join(' ');
  useEffect(() => {
    let current = true;
    const wanted = numbers === '' ? [] : numbers.split(' ').map(Number);
    void engine()
      .look(kind, mapping, wanted)
      .then((read) => {
        if (current) setCells(new Map(wanted.map((line, place) => [line, read[place] ?? []])));
      });
    return () => {
      current = false;
    };
  }, [engine, kind, mapping, numbers]);
  return cells;
}

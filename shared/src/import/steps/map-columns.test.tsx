import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderSignedIn } from '../../testing';
import type { OpenedFile } from '../engine/engine';
import type { PresetId } from '../presets/preset';
import { presetOf } from '../presets/presets';
import type { Mapping } from '../rules/mapping';
import type { Import, Stage } from '../use-import';
import { MapColumns } from './map-columns';

/** docs/product/imports.md, Imports: what a file leaves open is asked where it belongs, and is seen. */
const FILE: OpenedFile = {
  name: 'a.csv',
  hash: 'h',
  headers: ['Ref', 'Kunde', 'Veranstalter', 'Datum', 'Preis', 'Status'],
  rowCount: 2,
  samples: [],
  above: 2,
  leftOut: ['Summe 3.000'],
  preset: null,
  empty: [],
};
const COLUMNS = ['booking_reference', 'customer', 'vendor', 'sale_date', 'total_amount', 'status'];
const MAPPING: Mapping = { columns: COLUMNS, dates: null, decimal: null, words: {}, same_email: 'skip' };

function show(mapping: Mapping = MAPPING, file: Partial<OpenedFile> = {}, from: PresetId | null = null) {
  const check = jest.fn();
  const readAs = jest.fn();
  function Page() {
    const [now, remap] = useState(mapping);
    const words = [
      { field: 'status', text: 'gebucht', word: 'gebucht', rows: 1, known: 'booked' },
      { field: 'status', text: 'Geparkt', word: 'geparkt', rows: 1, known: null },
    ];
    const stage: Extract<Stage, { step: 'columns' }> = {
      step: 'columns',
      file: { ...FILE, ...file },
      mapping: now,
      words,
      remembered: false,
      earlier: null,
    };
    return (
      <MapColumns
        kind="sales"
        stage={stage}
        work={{ check, remap, readAs, busy: false } as unknown as Import}
        from={presetOf('sales', from)}
      />
    );
  }
  renderSignedIn(<Page />);
  return Object.assign(check, { readAs });
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Check 2 rows' }));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('says where the names stand and what is no row', () => {
  show();
  expect(
    screen.getByText(/Their names are below 2 lines of title. Left out as no rows: “Summe 3.000”./),
  ).toBeVisible();
});

// Holds imports-13
it('asks what no row decides, each at its place, and brings the first into focus', () => {
  const check = show();
  press();
  expect(check).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Meaning of gebucht, Status')).toHaveValue('booked');
  expect(screen.getByLabelText('Meaning of Geparkt, Status')).toHaveFocus();
  expect(screen.getByText('Say what this word means.')).toBeVisible();
  choose('Meaning of Geparkt, Status', 'paid');
  press();
  expect(screen.getByLabelText('Dates are written')).toHaveFocus();
  choose('Dates are written', 'dmy');
  press();
  expect(screen.getByLabelText('Amounts are written')).toHaveFocus();
  choose('Amounts are written', ',');
  press();
  expect(check).toHaveBeenCalledWith(FILE, {
    ...MAPPING,
    dates: 'dmy',
    decimal: ',',
    words: { status: { geparkt: 'paid' } },
  });
});

it('a column that is missing is said, and seen', () => {
  show({
    ...MAPPING,
    columns: COLUMNS.map((key) => (key === 'vendor' ? '' : key)),
    dates: 'dmy',
    decimal: ',',
    words: { status: { geparkt: '' } },
  });
  press();
  const said = screen.getByRole('alert');
  expect(said).toHaveTextContent('Choose the columns with: vendor.');
  expect(said).toHaveFocus();
});

// Holds imports-43
it('says which program’s names it believed, what stays behind and why, and lets one correct it', () => {
  const check = show(
    {
      ...MAPPING,
      columns: ['booking_reference', 'customer', 'vendor', 'sale_date', 'total_amount', '', '', ''],
    },
    {
      headers: [...FILE.headers.slice(0, 5), 'Agent Split', 'Cabin', 'Trip Type'],
      preset: 'tess',
      empty: [7],
    },
    'tess',
  );
  expect(screen.getByText(/Columns are set as TESS names them; the others were guessed./)).toBeVisible();
  const behind = within(screen.getByRole('list', { name: 'Stays behind' })).getAllByRole('listitem');
  expect(behind.map(({ textContent }) => textContent)).toEqual([
    'Agent SplitAgents’ splits are set once, on each member’s terms.',
    'CabinNo field is chosen.',
  ]);
  choose('The file comes from', '');
  expect(check.readAs).toHaveBeenCalledWith(
    expect.objectContaining({ preset: 'tess' }),
    expect.anything(),
    null,
  );
});

// Holds imports-44
it('says when a file is not of the program that was named', () => {
  show(MAPPING, {}, 'tern');
  expect(screen.getByText('These are not the columns of Tern')).toBeVisible();
  expect(screen.getByLabelText('The file comes from')).toHaveValue('');
  expect(screen.getByText('Every column with something in it comes along.')).toBeVisible();
});

it('says that a file of another program than the named one was read as that', () => {
  show(MAPPING, { preset: 'tess' }, 'tern');
  expect(screen.getByText('They are set as TESS names them.')).toBeVisible();
});

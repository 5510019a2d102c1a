import { render, screen } from '@testing-library/react';
import type { Role } from '../../files/csv/roles';
import type { PreviewRow } from '../preview-rows';
import { LineCells } from './line-cells';

const COLUMNS: Role[] = ['date', 'text', 'out', 'in', ''];
const ROW: PreviewRow = {
  line: 2,
  verdict: 'broken',
  note: 'There is no February 30.',
  content: null,
  cells: ['02/30/2027', 'CHECK', '310.00', '', '1187'],
  source: '02/30/2027, CHECK, 310.00, 1187',
  wrong: 'date',
};
const show = (row: Partial<PreviewRow>, columns: Role[] | null = COLUMNS) => {
  render(
    <table>
      <tbody>
        <tr>
          <LineCells row={{ ...ROW, ...row }} columns={columns} currency="USD" />
        </tr>
      </tbody>
    </table>,
  );
  return screen.getAllByRole('cell').map(({ textContent }) => textContent);
};
/** What a phone shows of it stands in the last cell. */
const card = (cells: (string | null)[]) => cells.at(-1);

it('shows a line that could not be read in its columns, and marks the cell that is wrong', () => {
  const cells = show({});
  expect(cells.slice(0, -1)).toEqual(['02/30/2027', 'CHECK', '310.00', '', '1187']);
  expect(card(cells)).toBe('CHECK310.0002/30/2027');
  expect(screen.getAllByText('02/30/2027')[0]).toHaveClass('wrong');
  expect(screen.getAllByText('CHECK')[0]).not.toHaveClass('wrong');
});

it('marks the amount, where that is wrong', () => {
  show({ wrong: 'amount' });
  expect(screen.getAllByText('310.00')[0]).toHaveClass('wrong');
});

it('shows a phone the amount with its sign, and the day as it stands in the file', () => {
  const content = { bookedOn: '2027-01-31', amount: '-25.00', text: 'MONTHLY SERVICE FEE' };
  const line = {
    content: content as PreviewRow['content'],
    cells: ['01/31/2027', 'MONTHLY', '25.00', '', ''],
  };
  expect(card(show({ ...line, wrong: null }))).toBe('MONTHLY SERVICE FEE−$25.0001/31/2027');
  expect(show({ content: line.content, cells: null }, null)).toContain('Jan 31, 2027');
});

// Holds imports-60
it('shows each amount as it was read: with its sign, not by colour alone', () => {
  const content = { bookedOn: '2027-01-31', amount: '612.40', text: 'DEPOSIT' } as PreviewRow['content'];
  const read = { content, cells: ['01/31/2027', 'DEPOSIT', '', '612.40', ''], wrong: null };
  expect(show(read).slice(0, -1)).toEqual(['01/31/2027', 'DEPOSIT', '', '+$612.40', '']);
  expect(screen.getAllByTitle('In the file: 612.40')[0]).toHaveClass('pos');
});

it('marks the word that says neither in nor out', () => {
  show({ cells: ['SWEEP', '25.00'], wrong: 'direction' }, ['direction', 'amount']);
  expect(screen.getByText('SWEEP')).toHaveClass('wrong');
  expect(screen.getAllByText('25.00')[0]).not.toHaveClass('wrong');
});

it('falls back to the line as it stands while no column is the text', () => {
  expect(card(show({ source: '' }, ['', '', '', '', '']))).toBe('02/30/2027, CHECK, 310.00, 1187');
  expect(card(show({ cells: null }, null))).toBe(ROW.source);
});

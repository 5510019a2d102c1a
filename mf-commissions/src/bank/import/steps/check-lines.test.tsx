import { fireEvent, screen, within } from '@testing-library/react';
import { renderSignedIn } from '@paperplane/shared/testing';
import type { Balances, LeftOut } from '../../files/types';
import type { BankImport, Check } from '../use-bank-import';
import { CheckLines } from './check-lines';

const run = jest.fn();
const work = {
  run,
  waiting: [],
  busy: false,
  error: null,
  stage: { step: 'check' },
} as unknown as BankImport;
const line = {
  line: 4,
  bookedOn: '2027-01-29',
  amount: '-612.40',
  text: 'REMOTE ONLINE DEPOSIT',
  counterparty: '',
  reference: '',
  twin: 1,
  cells: null,
};

function show(balances: Partial<Balances>, leftOut: LeftOut[] = []) {
  const statement = {
    account: null,
    institution: null,
    currency: null,
    count: 1,
    first: line.bookedOn,
    last: line.bookedOn,
    turnover: { in: 0, out: 61240 },
    balances: [{ opening: '100.00', closing: '712.40', addsUp: true, wrongAt: null, ...balances }],
  };
  const check = {
    file: { name: 'bank.qif', bytes: 2000, hash: '', format: 'qif', reading: null, headers: [] },
    reading: null,
    remembered: false,
    earlier: null,
    read: { statements: [statement], problems: [], leftOut, question: null, headers: [] },
    statement: 0,
    accountId: '',
    lines: [line],
    samples: [],
    brokenCells: [],
    verdicts: null,
  } as unknown as Check;
  renderSignedIn(<CheckLines check={check} work={work} />);
}
const importLines = () => fireEvent.click(screen.getAllByRole('button', { name: /^Import 1 line/ })[0]!);

beforeEach(() => run.mockReset());

// Holds imports-61
test('a file whose balances do not add up is imported only after the line where they break was shown', () => {
  show({ addsUp: false, wrongAt: 4 });
  importLines();
  const dialog = screen.getByRole('alertdialog', { name: 'Import although the balances do not add up?' });
  expect(dialog).toHaveTextContent('Line 4 is the first whose balance does not follow.');
  expect(dialog).toHaveTextContent('Jan 29, 2027 · REMOTE ONLINE DEPOSIT · −$612.40');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Look again' }));
  expect(run).not.toHaveBeenCalled();
  importLines();
  fireEvent.click(screen.getByRole('button', { name: 'Import anyway' }));
  expect(run).toHaveBeenCalledTimes(1);
});

test('sums that do not lead from one balance to the other are told with both', () => {
  show({ addsUp: false });
  importLines();
  expect(screen.getByRole('alertdialog')).toHaveTextContent('The file goes from $100.00 to $712.40');
});

test('balances that add up ask nothing; what is pending is counted', () => {
  show({}, [{ line: 9, why: '', source: '', pending: true }]);
  expect(screen.getByText(/^1 line left out: it is pending/)).toBeInTheDocument();
  importLines();
  expect(run).toHaveBeenCalledTimes(1);
});

import fs from 'node:fs';
import path from 'node:path';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import ApiReferencePage from './api-reference-page';

/** As an installation serves it. */
const FILE = path.resolve(__dirname, '../../../../supabase/functions/api/openapi.json');
const ADDRESS = 'http://supabase.test/functions/v1/api/v1';

const asked: unknown[] = [];

function show(answer: { ok: boolean; status: number }) {
  asked.length = 0;
  pretendDatabase({}, () => null);
  globalThis.fetch = (input) => {
    asked.push(input);
    const json = () => Promise.resolve(JSON.parse(fs.readFileSync(FILE, 'utf8')) as unknown);
    return Promise.resolve({ ...answer, json } as Response);
  };
  return renderSignedIn(<ApiReferencePage />);
}

/** Opens an operation by its line. */
async function open(line: string) {
  const [summary] = (await screen.findAllByText(line)).map((each) => each.closest('summary')!);
  const details = summary!.closest('details')!;
  // The browser's own part of it, which jsdom leaves out.
  act(() => {
    details.open = true;
  });
  fireEvent(details, new Event('toggle'));
  return within(details);
}

// Holds integrations-57
test('an operation says what is sent, answered and refused, with an example for this installation', async () => {
  show({ ok: true, status: 200 });
  const sale = await open('Add a sale');
  expect(asked).toEqual([`${ADDRESS}/openapi.json`]);
  expect(sale.getByText('POST')).toBeInTheDocument();
  expect(sale.getByText('sales:write')).toBeInTheDocument();
  const [vendor, total] = ['vendor_id', 'total_amount'].map((name) =>
    sale.getAllByText(name)[0]!.closest('div'),
  );
  expect(vendor).toHaveTextContent('required');
  expect(total).not.toHaveTextContent('required');
  expect(total).toHaveTextContent('AmountIn');
  expect(sale.getAllByText('Idempotency-Key')[0]!.closest('div')).toHaveTextContent('required');
  expect(sale.getByText('422').closest('div')).toHaveTextContent('What is asked for is refused');
  const example = sale.getByRole('region', { name: 'Example: Add a sale' });
  expect(example).toHaveTextContent(`curl -X POST '${ADDRESS}/sales' \\`);
  expect(example).toHaveTextContent('"booking_reference": "CR-31102"');
});

test('an object in an answer has its fields named behind it', async () => {
  show({ ok: true, status: 200 });
  const sale = await open('Read one sale');
  expect(sale.getByText('group').closest('div')).toHaveTextContent('object, or null');
  expect(sale.getByText('group.name').closest('div')).toHaveTextContent('text');
  expect(sale.getByText('plan[].open_amount').closest('div')).toHaveTextContent('Amount');
});

test('objects in a list have their fields named behind it', async () => {
  show({ ok: true, status: 200 });
  const lines = await open('Import lines of a bank account');
  expect(lines.getByText('lines').closest('div')).toHaveTextContent('list of objects');
  expect(lines.getByText('lines[].amount').closest('div')).toHaveTextContent('SignedAmountIn');
  expect(lines.getByText('lines[].value_on').closest('div')).toHaveTextContent('Day, or null');
});

test('the example is copied as it stands', async () => {
  const writeText = jest.fn((_text: string) => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  show({ ok: true, status: 200 });
  const vendors = await open('List vendors, the newest first');
  fireEvent.click(vendors.getByRole('button', { name: 'Copy the example: List vendors, the newest first' }));
  await waitFor(() =>
    expect(writeText).toHaveBeenCalledWith(
      `curl '${ADDRESS}/vendors?limit=50' \\\n  -H 'Authorization: Bearer ppk_…'`,
    ),
  );
});

import { useWatch } from '@paperplane/shared/forms';
import { useRecordEditor } from '@paperplane/shared/records';
import { renderSignedIn } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SaleDetail } from '../sale';
import LinesSection from './lines/lines-section';
import { BLANK_LINE } from './lines/line-values';
import { toLines } from './lines/one-total';
import PaymentDatesSection, { newPlan } from './payment-dates-section';
import { saleRules } from './sale-rules';
import type { CheckedSale } from './sale-schema';
import { newSaleValues, type SaleValues } from './sale-values';
import SharesSection, { NEW_SHARE } from './shares-section';
import { useSaleEditor } from './use-sale-editor';

// The dialog's code is compiled when it is first wanted.
jest.setTimeout(30_000);

const money = { currency: 'USD' };
const seller = { id: 'agent-1', firstName: 'Julia', lastName: 'Brennan' };

function Form({ values = {}, of }: { values?: Partial<SaleValues>; of: 'lines' | 'shares' | 'dates' }) {
  const record = useRecordEditor<SaleValues, CheckedSale, SaleDetail>(saleRules(money), {
    start: { ...newSaleValues('agent-1', '2026-11-18'), ...values },
    opened: null,
    restored: null,
    draft: { keep: jest.fn(), flush: jest.fn(), discard: jest.fn() },
  });
  const editor = useSaleEditor(record, true, money);
  const { control } = editor.form;
  const typed = useWatch({ control });
  return (
    <form>
      {of === 'lines' && (typed.lines ?? []).length > 0 && (
        <LinesSection editor={editor} money={money} vendor="Northern Fjord" locked={false} />
      )}
      {of === 'lines' && (
        <button type="button" onClick={() => toLines(editor.form)}>
          Take apart
        </button>
      )}
      {of === 'shares' && <SharesSection editor={editor} money={money} seller={seller} />}
      {of === 'dates' && <PaymentDatesSection editor={editor} money={money} />}
      <output aria-label="Typed">{JSON.stringify(typed)}</output>
    </form>
  );
}

const typed = () => JSON.parse(screen.getByLabelText('Typed').textContent) as SaleValues;

async function type(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

describe('the lines of the sale form', () => {
  const fare = { ...BLANK_LINE, amount: '1000', rate: '10' };

  it('come to total, commission and effective rate, the fee on its own', async () => {
    renderSignedIn(
      <Form of="lines" values={{ lines: [fare, { ...BLANK_LINE, kind: 'taxes', amount: '' }] }} />,
    );
    await type('Amount of line 2', '250');
    expect(typed()).toMatchObject({ totalAmount: '1,250.00', commissionAmount: '100', commissionRate: '8' });
    await userEvent.selectOptions(screen.getByLabelText('Kind of line 2'), 'service_fee');
    expect(screen.getByText('Agency’s service fee, no vendor owes it').parentElement).toHaveTextContent(
      '$250.00',
    );
    expect(screen.getByText('Total of 2 lines, to divide').parentElement).toHaveTextContent(
      '$1,250.00$350.00',
    );
  });

  it('begin with what the vendor pays for their kind, unless another rate was typed', async () => {
    const vendor = {
      ...{ id: 'v1', name: 'Northern Fjord', logoUrl: null, defaultCommissionRate: 10 },
      rates: [
        { category: 'air' as const, rate: 5, validFrom: '2026-01-01' },
        { category: 'tour' as const, rate: 14, validFrom: '2026-01-01' },
      ],
    };
    const picked = { customer: null, vendor, travelers: [], group: null };
    renderSignedIn(<Form of="lines" values={{ picked, lines: [fare, { ...fare, rate: '12' }] }} />);
    await userEvent.selectOptions(screen.getByLabelText('Kind of line 1'), 'air');
    expect(screen.getByLabelText('Rate of line 1')).toHaveValue('5');
    await userEvent.selectOptions(screen.getByLabelText('Kind of line 1'), 'tour');
    expect(screen.getByLabelText('Rate of line 1')).toHaveValue('14');
    await userEvent.selectOptions(screen.getByLabelText('Kind of line 2'), 'air');
    expect(screen.getByLabelText('Rate of line 2')).toHaveValue('12');
    await userEvent.type(screen.getByLabelText('Text of line 2'), '{Enter}');
    expect(screen.getByLabelText('Rate of line 3')).toHaveValue('10');
  });

  it('are added by Enter in the last one alone, and focus the new one', async () => {
    renderSignedIn(<Form of="lines" values={{ lines: [fare, fare] }} />);
    await userEvent.type(screen.getByLabelText('Text of line 1'), '{Enter}');
    expect(typed().lines).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Text of line 2'), 'Air{Enter}');
    expect(typed().lines).toHaveLength(3);
    expect(screen.getByLabelText('Kind of line 3')).toHaveFocus();
  });

  it('switch between rate and amount, and earn nothing where the tick is taken', async () => {
    renderSignedIn(<Form of="lines" values={{ lines: [fare] }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Rate of line 1, switch to amount' }));
    await type('Commission amount of line 1', '55');
    expect(typed().commissionAmount).toBe('55');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Line 1 earns commission' }));
    expect(screen.getByText('Earns nothing')).toBeInTheDocument();
    expect(typed().commissionAmount).toBe('0');
  });

  it('become one total after a question that says what is lost', async () => {
    renderSignedIn(<Form of="lines" values={{ lines: [fare, fare] }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Back to one total' }));
    const dialog = await screen.findByRole('alertdialog', {}, { timeout: 15_000 });
    expect(dialog).toHaveTextContent('one total of $2,000.00 with a commission of $200.00');
    expect(typed().lines).toHaveLength(2);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use one total' }));
    expect(typed()).toMatchObject({
      lines: [],
      totalAmount: '2,000.00',
      commissionAmount: '200',
      commissionBasis: 'amount',
    });
  });

  it('begin with the typed total and its rate or commission, whichever was typed', async () => {
    const { unmount } = renderSignedIn(
      <Form of="lines" values={{ totalAmount: '900', commissionRate: '12' }} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Take apart' }));
    expect(typed().lines).toMatchObject([{ amount: '900', earns: 'rate', rate: '12', commission: '' }]);
    unmount();
    renderSignedIn(
      <Form
        of="lines"
        values={{
          totalAmount: '900',
          commissionAmount: '50',
          commissionRate: '5.56',
          commissionBasis: 'amount',
        }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Take apart' }));
    expect(typed().lines).toMatchObject([{ amount: '900', earns: 'amount', rate: '', commission: '50' }]);
  });
});

describe('the shares of the sale form', () => {
  const shared = { commissionAmount: '100', coSellers: [NEW_SHARE] };

  it('leave the seller the rest, and say what each part is', async () => {
    renderSignedIn(<Form of="shares" values={shared} />);
    expect(screen.getByText('Enter each part')).toHaveRole('status');
    await type('Part', '33.33');
    const seller = screen.getByText('Julia Brennan').parentElement;
    expect(seller).toHaveTextContent('66.67%$66.67 of the commission');
    expect(screen.getByText('$33.33 of the commission')).toBeInTheDocument();
    expect(screen.getByText('100% of $100.00')).toHaveRole('status');
  });

  it('say when nothing is left for the seller', async () => {
    renderSignedIn(<Form of="shares" values={shared} />);
    await type('Part', '100');
    expect(screen.getByText('100% given away: leave the seller more than 0')).toHaveRole('status');
  });

  it('are added up to nine and removed again', async () => {
    renderSignedIn(<Form of="shares" values={{ ...shared, coSellers: Array(8).fill(NEW_SHARE) as never }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Add agent' }));
    expect(screen.queryByRole('button', { name: 'Add agent' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove agent 10' }));
    expect(typed().coSellers).toHaveLength(8);
  });
});

describe('the payment dates of the sale form', () => {
  const planned = { totalAmount: '1000', travelDate: '2027-05-21', paymentPlan: newPlan() };

  it('show the rest as the final payment, and when the deposits are too much', async () => {
    renderSignedIn(<Form of="dates" values={planned} />);
    await type('Deposit', '300');
    expect(screen.getByLabelText('Final payment')).toHaveValue('$700.00');
    expect(screen.getByText('The rest of $1,000.00.')).toBeInTheDocument();
    await type('Deposit', '1200');
    expect(screen.getByText('The deposits are more than the total.')).toBeInTheDocument();
  });

  it('fill the final day from the departure', async () => {
    renderSignedIn(<Form of="dates" values={planned} />);
    await userEvent.click(screen.getByRole('button', { name: '90 days before departure' }));
    expect(typed().paymentPlan[1]?.dueOn).toBe('2027-02-20');
    expect(screen.getByText('90 days before departure.')).toBeInTheDocument();
  });

  it('take further deposits before the final payment, remind of all or none, and go away together', async () => {
    renderSignedIn(<Form of="dates" values={planned} />);
    await userEvent.click(screen.getByRole('button', { name: 'Add deposit' }));
    expect(typed().paymentPlan.map(({ kind }) => kind)).toEqual(['deposit', 'deposit', 'final']);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Remind me/ }));
    expect(typed().paymentPlan.map(({ remind }) => remind)).toEqual([false, false, false]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove last deposit' }));
    expect(typed().paymentPlan).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'No payment dates' }));
    expect(typed().paymentPlan).toEqual([]);
  });
});

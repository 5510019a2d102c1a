import { useWatch } from '@paperplane/shared/forms';
import { useRecordEditor } from '@paperplane/shared/records';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SaleDetail } from '../sale';
import { AmountsSection } from './amounts-section';
import { CommissionPreview } from './commission-preview';
import { saleRules } from './sale-rules';
import type { CheckedSale } from './sale-schema';
import { newSaleValues, type SaleValues } from './sale-values';
import { useSaleEditor } from './use-sale-editor';

const vendor = { id: 'v', name: 'Meridian', logoUrl: null, defaultCommissionRate: 13 };

function Amounts({ locked = false, currency = 'USD' }) {
  const start = newSaleValues('agent-1', '2026-11-18');
  const record = useRecordEditor<SaleValues, CheckedSale, SaleDetail>(saleRules({ currency }), {
    start,
    opened: null,
    restored: null,
    draft: { keep: jest.fn(), flush: jest.fn(), discard: jest.fn() },
  });
  const editor = useSaleEditor(record, true, { currency });
  const { form } = editor;
  return (
    <form>
      <AmountsSection editor={editor} vendor={vendor} money={{ currency }} locked={locked} />
      <CommissionPreview form={form} money={{ currency }} />
      <button type="button" onClick={() => editor.setRate('13')}>
        Choose Meridian
      </button>
      <p>Typed: {useWatch({ control: form.control, name: 'commissionBasis' })}</p>
    </form>
  );
}

const total = () => screen.getByLabelText('Total amount');
const rate = () => screen.getByLabelText('Commission rate');
const amount = () => screen.getByLabelText('Commission amount');

async function type(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

describe('the amounts of the sale form', () => {
  it('lets the commission follow the rate, and holds the rate when the total changes', async () => {
    render(<Amounts />);
    await type(total(), '12,940');
    await type(rate(), '13');
    expect(amount()).toHaveValue('1,682.20');
    expect(screen.getByText('$1,682.20')).toHaveRole('status');
    await type(total(), '1000');
    expect(rate()).toHaveValue('13');
    expect(amount()).toHaveValue('130');
    expect(screen.getByText('Vendor keeps').parentElement).toHaveTextContent('$870.00');
    expect(screen.getByText('Typed: rate')).toBeInTheDocument();
  });

  it('lets the rate follow the commission, and holds the commission when the total changes', async () => {
    render(<Amounts />);
    await type(total(), '1000');
    await type(amount(), '125');
    expect(rate()).toHaveValue('12.5');
    await type(total(), '2000');
    expect(amount()).toHaveValue('125');
    expect(rate()).toHaveValue('6.25');
    expect(screen.getByText('Typed: amount')).toBeInTheDocument();
  });

  it('fills the rate of a vendor', async () => {
    render(<Amounts />);
    await type(total(), '200');
    await userEvent.click(screen.getByRole('button', { name: 'Choose Meridian' }));
    expect(rate()).toHaveValue('13');
    expect(amount()).toHaveValue('26');
    expect(screen.getByText('Meridian default: 13%')).toBeInTheDocument();
  });

  it('shows an error on leaving a field and takes it away on the next key', async () => {
    render(<Amounts />);
    await type(total(), '-5');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText('Enter an amount of 0 or more.')).toBeInTheDocument();
    await userEvent.type(total(), '1');
    expect(screen.queryByText('Enter an amount of 0 or more.')).not.toBeInTheDocument();
  });

  it('is read-only with the reason when the money is locked', () => {
    render(<Amounts locked />);
    for (const field of [total(), rate(), amount(), screen.getByLabelText('Currency')]) {
      expect(field).toHaveAttribute('readonly');
    }
    expect(screen.getByText('These can no longer be changed.')).toBeInTheDocument();
  });
});

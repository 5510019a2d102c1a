import { askMail } from './ask-mail';
import { openRows, paidRows } from './payment-rows';
import type { CustomerPayment, CustomerPayments, PlannedDue } from './payments-api';

const due = (place: number, kind: PlannedDue['kind'], amount: number, open: number): PlannedDue => ({
  place,
  kind,
  amount,
  open,
  dueOn: kind === 'deposit' ? '2027-01-21' : '2027-02-20',
  remindOn: kind === 'deposit' ? '2027-01-14' : '2027-02-13',
  remindedOn: null,
});

const payment = (id: string, amount: number, more: Partial<CustomerPayment> = {}): CustomerPayment => ({
  id,
  amount,
  paidOn: '2027-01-20',
  paymentMethod: 'card',
  note: null,
  origin: 'recorded',
  createdAt: '2027-01-20T11:02:00+00:00',
  undoesId: null,
  undone: false,
  by: 'Julia Brennan',
  ...more,
});

const payments = (changes: Partial<CustomerPayments>): CustomerPayments => ({
  total: 9990,
  paid: 4200,
  open: 5790,
  currency: 'USD',
  status: 'booked',
  reference: 'CR-31102',
  customer: { firstName: 'Eleanor', lastName: 'Holloway', email: 'eleanor@holloway.test' },
  plan: [due(1, 'deposit', 1200, 0), due(2, 'final', 8790, 5790)],
  payments: [],
  ...changes,
});

describe('what the customer pays, in words', () => {
  // Holds sales-16
  it('tells what each payment covered, and what is open', () => {
    const given = payments({
      payments: [
        payment('a', 1200),
        payment('b', 500, { undone: true }),
        payment('c', -500, { origin: 'undo', undoesId: 'b', note: 'Typed twice' }),
        payment('d', 3000, { paidOn: '2027-01-29', paymentMethod: 'bank_transfer' }),
        payment('e', -100, { paidOn: '2027-01-30' }),
      ],
    });
    expect(paidRows(given).map(({ title, note, undone }) => [title, note, undone])).toEqual([
      ['Deposit', 'Paid Jan 20, 2027 by card, 1 day early', null],
      ['Undone', 'Recorded for Jan 20, 2027 by card', 'Typed twice'],
      ['Part of the final payment', 'Paid Jan 29, 2027 by bank transfer, 22 days early', null],
      ['Refund', 'Given back Jan 30, 2027 by card', null],
    ]);
    expect(openRows(given, '2027-02-03')).toEqual([
      {
        key: '2',
        title: 'Rest of the final payment',
        note: 'Due Feb 20, 2027, in 17 days. Reminder on Feb 13',
        open: 5790,
        overdue: false,
      },
    ]);
    expect(openRows(given, '2027-02-21')).toMatchObject([
      { note: 'Due Feb 20, 2027, 1 day ago', overdue: true },
    ]);
  });

  it('joins what one payment covers, tells late ones, and what no day was agreed for', () => {
    const plan = [due(1, 'deposit', 1200, 0), due(2, 'deposit', 300, 0)];
    const given = payments({ plan, open: 8490.1, payments: [payment('a', 1500, { paidOn: '2027-01-22' })] });
    expect(paidRows(given)).toMatchObject([
      { title: 'Deposit 1 and deposit 2', note: 'Paid Jan 22, 2027 by card, 1 day late' },
    ]);
    expect(openRows(given, '2027-01-22')).toEqual([
      { key: 'rest', title: 'Rest', note: 'No day was agreed', open: 8490.1, overdue: false },
    ]);
    expect(openRows({ ...given, status: 'cancelled' }, '2027-01-22')).toEqual([]);
  });

  it('asks by a mail of the reader’s own program', () => {
    const href = askMail({
      to: 'eleanor@holloway.test',
      firstName: 'Eleanor',
      reference: 'CR-31102',
      open: 5790,
      currency: 'USD',
      dueOn: '2027-02-20',
      from: { name: 'Julia Brennan', agency: 'Vale Travel' },
    });
    expect(href).toMatch(
      /^mailto:eleanor@holloway\.test\?subject=Payment%20for%20your%20booking%20CR-31102&body=/,
    );
    expect(decodeURIComponent(href)).toContain('$5,790.00 of your booking CR-31102 is due on Feb 20, 2027.');
  });
});

import { chaseEmail, mailtoHref } from './chase-email';

const booking = (bookingReference: string, expected: number) => ({
  bookingReference,
  customer: 'Simon Taylor',
  dueOn: '2024-10-28',
  expected,
});
const from = { name: 'Margaret Vale', agency: 'Harbour & Vale Travel' };
const ask = (count: number, ...bookings: ReturnType<typeof booking>[]) =>
  chaseEmail({
    vendor: { email: 'agents@pennant.test', count, amount: 1069.05 },
    bookings,
    currency: 'USD',
    from,
  });

it('lists each booking with reference, customer, due day and amount', () => {
  expect(ask(2, booking('CR-13249', 592.8), booking('CR-17638', 476.25))).toEqual({
    to: 'agents@pennant.test',
    subject: 'Open commission on 2 bookings, $1,069.05',
    body: `Hello,

we have not received commission on these bookings:

CR-13249, Simon Taylor, due Oct 28, 2024: $592.80
CR-17638, Simon Taylor, due Oct 28, 2024: $476.25

Total: $1,069.05 USD

Could you tell us when it was paid, or when we can expect it?

Margaret Vale
Harbour & Vale Travel`,
  });
});

it('says since when, where it follows up', () => {
  const { subject, body } = chaseEmail({
    vendor: { email: null, count: 1, amount: 592.8 },
    bookings: [booking('CR-13249', 592.8)],
    currency: 'USD',
    from,
    askedOn: '2027-02-03',
  });
  expect(subject).toBe('Still open: commission on 1 booking, $592.80');
  expect(body).toContain(
    'on Feb 3, 2027 we asked you for commission. On these bookings we have not received it:\n\nCR-13249',
  );
});

it('says how many bookings it does not list', () => {
  expect(ask(3, booking('A', 1), booking('B', 2)).body).toContain('\nand 1 more booking\n');
});

it('opens in the mail program with nothing lost on the way', () => {
  const email = { ...ask(1, booking('A&B=1', 1)), to: ' a+b@pennant.test ' };
  const { href, hasBody } = mailtoHref(email);
  const address = new URL(href);
  expect(hasBody).toBe(true);
  expect(decodeURIComponent(address.pathname)).toBe('a+b@pennant.test');
  expect(address.searchParams.get('subject')).toBe(email.subject);
  expect(address.searchParams.get('body')).toBe(email.body.replaceAll('\n', '\r\n'));
});

// Holds reports-41
it('leaves a message out that is too long for an address, never a part of it', () => {
  const many = Array.from({ length: 60 }, (_, n) => booking(`CR-${n}`, 10));
  const { href, hasBody } = mailtoHref(ask(60, ...many));
  expect(hasBody).toBe(false);
  expect(href).toBe(
    'mailto:agents@pennant.test?subject=Open%20commission%20on%2060%20bookings%2C%20%241%2C069.05',
  );
});

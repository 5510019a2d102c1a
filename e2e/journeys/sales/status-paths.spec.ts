/**
 * Both state machines on their screens (docs/product/sales.md, Sale states): what is offered, what is out of reach and why, and what the
 * database says to somebody whose page is older than the sale. Cancelling and paying agents have journeys of their own.
 */
import { expect, test } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { expectKept, field } from '../../support/forms';
import { commissionOf, openStatusDialog, openStatusMenu } from '../../support/money';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const BOOKED = 'Return to Booked';
const PAID = 'Mark as paid';
const CANCEL = 'Cancel sale';
const FINAL = 'Cancellation is final.';

test('every status of a sale offers its moves, and says why another one is out of reach', async ({
  page,
  context,
}) => {
  const { email, sale } = await newTradingAgency('Moves');
  const [booked, paid, settled, cancelled] = await Promise.all(
    [{}, { paid: true }, { agentPaid: true }, { cancelled: true }].map((words, n) =>
      sale({ reference: `MOVE-${n + 1}`, ...words }),
    ),
  );
  await signIn(page, email);

  for (const [sold, offered, refused] of [
    [booked, [PAID, CANCEL], {}],
    [paid, [CANCEL], { [BOOKED]: 'A paid sale cannot return to Booked.' }],
    [
      settled,
      [],
      {
        [BOOKED]: 'A paid sale cannot return to Booked.',
        [CANCEL]: 'The agent has been paid, so this sale can no longer be cancelled.',
      },
    ],
    [cancelled, [], { [BOOKED]: FINAL, [PAID]: FINAL }],
  ] as const) {
    const entry = await openStatusMenu(page, sold?.id ?? '');
    await expect(page.getByRole('menuitem')).toHaveCount(3);
    for (const name of offered) await expect(entry(name)).not.toHaveAttribute('aria-disabled', 'true');
    for (const [name, reason] of Object.entries(refused)) {
      await expect(entry(name)).toHaveAttribute('aria-disabled', 'true');
      await expect(entry(name)).toContainText(reason);
    }
  }

  await test.step('its address is copied without what a list left in it', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/sales/${booked?.id}?page=2`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL(`/sales/${booked?.id}`, page.url()).href);
    await page.getByRole('button', { name: 'Change status' }).click();
  });

  await test.step('the statuses are explained', async () => {
    await page.getByRole('menuitem', { name: 'What the statuses mean' }).click();
    const help = page.getByRole('dialog', { name: 'Sale statuses' });
    await expect(help).toContainText('A sale whose agent commission has been paid cannot be cancelled.');
    await help.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'What does Unpaid mean?' }).click();
    await expect(page.getByRole('dialog', { name: 'Commission statuses' })).toContainText(
      'Only Unpaid or Funds received commissions can be cancelled.',
    );
  });
});

test('a sale is marked as paid with a note, and its history says so; a page that is too old is told why not', async ({
  page,
}) => {
  const agency = await newTradingAgency('Paid');
  const { email, api, sale } = agency;
  const agent = await newAgent(agency);
  const [sold, stale, gone] = await Promise.all([
    sale({ reference: 'PAID-1', agent }),
    sale({ reference: 'PAID-2' }),
    sale({ reference: 'PAID-3' }),
  ]);
  await signIn(page, email);
  const asking = (reference: string) =>
    page.getByRole('alertdialog', { name: `Mark sale ${reference} as paid?` });
  const confirm = (reference: string) => asking(reference).getByRole('button', { name: PAID }).click();

  await test.step('the question says what follows; the note stays until it is sent or given up', async () => {
    await page.goto('/sales');
    await page.getByRole('link', { name: 'PAID-1' }).first().click();
    await page.getByRole('button', { name: PAID }).click();
    await expect(asking('PAID-1')).toContainText('The commission of $120.00 becomes Funds received.');
    await expect(asking('PAID-1')).toContainText('Financial details are locked');
    await expect(asking('PAID-1')).toContainText('Milo Reyes is notified.');
    await field(asking('PAID-1'), 'note').fill('Paid in full by card');
    await page.goBack();
    const discard = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await discard.getByRole('button', { name: 'Keep editing' }).click();
    await expectKept(asking('PAID-1'), { note: 'Paid in full by card' });
    await confirm('PAID-1');
    await expect(asking('PAID-1')).toBeHidden();
  });

  await test.step('both statuses, the lock and the history follow, and the agent hears of it', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
    await expect(page.getByText('Financial details are locked because this sale is paid.')).toBeVisible();
    const history = page.getByRole('list', { name: 'History' });
    await expect(history).toContainText('Nora Quist changed status from Booked to Paid');
    await expect(history).toContainText('Paid in full by card');
    await expect(history).toContainText('Commission became Funds received');
    expect((await commissionOf(api, sold.id)).status).toBe('funds_received');
    const news = await agent.api.rows<{ message: string }>('notifications?type=eq.commission&select=message');
    expect(news).toEqual([
      { message: 'The customer paid the sale PAID-1 for Ines Albrecht. Your commission can be paid.' },
    ]);
  });

  await test.step('refused by the database, with nothing lost', async () => {
    for (const [id, reference, status, reason] of [
      [stale.id, 'PAID-2', 'paid', 'This sale is already paid.'],
      [gone.id, 'PAID-3', 'cancelled', FINAL],
    ] as const) {
      await page.goto(`/sales/${id}`);
      await page.getByRole('button', { name: PAID }).click();
      await field(asking(reference), 'note').fill('By bank transfer');
      await api.update(`sales?id=eq.${id}`, { status });
      await confirm(reference);
      await expect(asking(reference).getByRole('alert')).toContainText(reason);
      await expectKept(asking(reference), { note: 'By bank transfer' });
    }
  });
});

test('every status of a commission offers what may follow, and says why another one may not', async ({
  page,
}) => {
  const { email, api, sale } = await newTradingAgency('Statuses');
  const [unpaid, early, funded, settled, cancelled] = await Promise.all(
    [{}, {}, { paid: true }, { agentPaid: true }, { cancelled: true }].map((words, n) =>
      sale({ reference: `STAT-${n + 1}`, ...words }),
    ),
  );
  await signIn(page, email);

  await test.step('funds that come before the customer has paid, with a note', async () => {
    const dialog = await openStatusDialog(page, early?.commissionId ?? '');
    await dialog.getByRole('radio', { name: 'Funds received' }).check();
    await field(dialog, 'notes').fill('Came early');
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(dialog).toBeHidden();
    const history = page.getByRole('list', { name: 'Commission history' });
    await expect(history).toContainText('Nora Quist changed status from Unpaid to Funds received');
    await expect(history).toContainText('Came early');
    await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0);
  });

  const BACK = 'Funds received cannot return to Unpaid.';
  for (const [commission, statuses] of [
    [
      unpaid,
      {
        Unpaid: 'This commission is already Unpaid.',
        'Funds received': null,
        'Agent paid': 'Funds must be received before the agent is paid.',
      },
    ],
    [
      early,
      {
        Unpaid: BACK,
        'Funds received': 'This commission is already Funds received.',
        'Agent paid': 'The customer has not paid this sale yet.',
      },
    ],
    [funded, { Unpaid: BACK, 'Agent paid': null }],
  ] as const) {
    const dialog = await openStatusDialog(page, commission?.commissionId ?? '');
    await expect(dialog.getByRole('radio')).toHaveCount(3);
    for (const [status, reason] of Object.entries(statuses)) {
      const radio = dialog.getByRole('radio', { name: reason ? `${status} ${reason}` : status });
      await expect(radio).toBeEnabled({ enabled: reason === null });
    }
  }

  for (const final of [settled, cancelled]) {
    await page.goto(`/commissions/${final?.commissionId}`);
    await expect(page.getByRole('region', { name: 'Vendor’s payment' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change status' })).toHaveCount(0);
  }

  await test.step('“Agent paid” leads to the payment and takes the note along', async () => {
    const dialog = await openStatusDialog(page, funded?.commissionId ?? '');
    await field(dialog, 'notes').fill('Friday run');
    await dialog.getByText('Agent paid').click();
    const payment = page.getByRole('dialog', { name: 'Record payment' });
    await expectKept(payment, { notes: 'Friday run', amount: '120' });
  });

  await test.step('refused by the database, with nothing lost', async () => {
    const dialog = await openStatusDialog(page, unpaid?.commissionId ?? '');
    await dialog.getByRole('radio', { name: 'Funds received' }).check();
    await field(dialog, 'notes').fill('By wire');
    await api.update(`sales?id=eq.${unpaid?.id}`, { status: 'cancelled' });
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Cannot mark commission as funds received for a cancelled sale',
    );
    await expectKept(dialog, { notes: 'By wire' });
  });
});

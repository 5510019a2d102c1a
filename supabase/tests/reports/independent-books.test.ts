import { auditWorld } from '../support/independent-world';
import * as sales from '../support/independent-sale-deeds';
import * as bank from '../support/independent-bank-deeds';
import { SEED } from '../support/soak';
import { ask } from '../support/bank';

it('explores', async () => {
  const world = await auditWorld(SEED, { depositMatched: false, paidOnReceived: false });
  const plan: [string, number, sales.Deed][] = [
    ['record', 10, sales.record], ['change', 3, sales.change], ['customer pays', 6, sales.customerPays],
    ['cancel', 1, sales.cancel], ['cancel commission', 1, sales.cancelCommission], ['merge', 1, sales.merge],
    ['deposit', 6, bank.deposit], ['manual', 3, bank.manualReceipt], ['back', 1, bank.takeReceiptBack],
    ['recall', 2, bank.recall], ['undo', 1, bank.undoMatch], ['hold', 1, bank.hold], ['release', 1, bank.release],
  ];
  const errors: string[] = [];
  const t = Date.now();
  for (let n = 0; n < 60; n += 1) {
    let at = world.below(plan.reduce((s, [, w]) => s + w, 0));
    for (const [name, weight, deed] of plan) {
      at -= weight;
      if (at >= 0) continue;
      try { if (await deed(world)) world.deeds.set(name, (world.deeds.get(name) ?? 0) + 1); }
      catch (error) { errors.push(`${name}: ${(error as Error).message}`); }
      break;
    }
  }
  console.log(Date.now() - t, [...world.deeds], errors.slice(0, 20));
  const out: unknown[] = [];
  for (const basis of ['received', 'sale', 'due', 'paid']) {
    const r = await ask<{ total: unknown; rows: unknown[] }>(world.agency.admin, 'run_report', { definition: { report: 'commissions', basis, group: 'agent', from: '2026-01-01', to: '2026-12-31' } });
    out.push(basis, r.total);
  }
  const rows = await ask<{ rows: unknown[] }>(world.agency.admin, 'get_report_rows', { definition: { report: 'commissions', basis: 'sale', from: '2026-01-01', to: '2026-12-31' }, key: null, page_size: 50 });
  out.push(rows.rows.slice(0, 10));
  const b = world.books;
  for (const s of b.sales) out.push([s.reference, s.status, b.status(s), s.amount, b.received(s), b.writtenOff(s), b.takenBack(s), b.open(s), b.has(s, null), b.shares(s).map((x) => [x.role, x.amount])]);
  require('fs').writeFileSync('/tmp/h/explore.json', JSON.stringify(out, null, 1));
});

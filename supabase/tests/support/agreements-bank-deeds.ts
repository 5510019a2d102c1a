import type { Deeds } from './agreements-deeds';
import { oneOf, type World } from './agreements-world';
import { createAccount } from './bank';
import { matchDeposit } from './books';
import { sql } from './database';

/** A transaction of the bank brings something of a commission, or takes it back. */
export async function deposits(
  world: World,
  of: { id: string } | undefined,
  amount: number,
): Promise<boolean> {
  if (!of) return false;
  const account = await createAccount(world.agency.admin);
  await matchDeposit(world.agency.admin, account, { day: world.today, amount, commissionId: of.id });
  return true;
}

const anyOf = async (world: World, where: string) =>
  oneOf(
    world,
    await sql<{ id: string }>(
      `select c.id from public.commissions c where c.organization_id = $1 and c.status <> 'cancelled' and ${where} order by c.id`,
      [world.agency.organizationId],
    ),
  );

/** What the bank brings of commissions, and what vendors take back. */
export const BANK_DEEDS: Deeds = [
  [
    'a deposit comes',
    6,
    async (world) => deposits(world, await anyOf(world, `c.open_amount > 5 and c.received_on is null`), 4),
  ],
  [
    'a vendor takes some back',
    3,
    async (world) => deposits(world, await anyOf(world, `c.deposited_amount > 1`), -1),
  ],
];

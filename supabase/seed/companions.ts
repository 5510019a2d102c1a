import type { Customer } from './agency';
import type { Random } from './random';

/**
 * The customers somebody usually travels with: up to three of the same family name, the nearest in the list first. Always
 * the same people, whatever is booked.
 */
export function circleOf(customer: Customer, customers: readonly Customer[]): Customer[] {
  const own = customers.indexOf(customer);
  const distance = (other: Customer) => Math.abs(customers.indexOf(other) - own);
  return customers
    .filter((other) => other !== customer && other.lastName === customer.lastName)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3);
}

/**
 * Who comes along on a booking beside the customer who pays: nobody on most, one on many, the whole circle on a few. Only
 * who is a customer by that day.
 */
export function chooseCompanions(
  customer: Customer,
  customers: readonly Customer[],
  { day, overnight }: { day: string; overnight: boolean },
  random: Random,
): Customer[] {
  const circle = circleOf(customer, customers).filter(({ from }) => from <= day);
  // Cars and tickets are booked by one person more often than cruises are.
  if (!random.chance(overnight ? 0.45 : 0.2)) return [];
  return circle.slice(0, random.chance(0.7) ? 1 : 3);
}

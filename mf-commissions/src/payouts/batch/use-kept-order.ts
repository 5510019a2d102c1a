import { useState } from 'react';

/** Rows in the order in which they were first seen here, however they would be sorted by now: nothing moves while somebody works. */
export function useKeptOrder<Row>(rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const [order, setOrder] = useState(() => rows.map(idOf));
  const added = rows.map(idOf).filter((id) => !order.includes(id));
  if (added.length > 0) setOrder([...order, ...added]);
  const places = new Map([...order, ...added].map((id, place) => [id, place]));
  const placeOf = (row: Row) => places.get(idOf(row)) ?? 0;
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}

/** How many, and how much altogether. */
export interface Figure {
  count: number;
  amount: number;
}

/** Sales and commissions of a range by status, summed by the database (spec section 3, dashboard aggregates). */
export interface DashboardSummary {
  /** `activeTotal` leaves the cancelled ones out. */
  sales: Record<'booked' | 'paid' | 'cancelled' | 'total' | 'activeTotal', Figure>;
  commissions: Record<'unpaid' | 'funds_received' | 'agent_paid' | 'cancelled' | 'total', Figure>;
}

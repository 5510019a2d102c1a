/** The version of a migration made at that moment, as the Supabase CLI writes it: `YYYYMMDDHHMMSS` in UTC. */
export const utcVersion = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);

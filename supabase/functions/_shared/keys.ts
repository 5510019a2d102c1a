import { env } from './env.ts';

/** The keys of a dictionary as hosted hands it to functions (`{"default": "sb_secret_…"}`), that of `default` first. */
function keysIn(variable: string): string[] {
  const keys = JSON.parse(env(variable) ?? '{}') as Record<string, string>;
  return [...(keys.default ? [keys.default] : []), ...Object.values(keys)];
}

/** Every key with the rights of `service_role`, the newest form first. */
export const serviceKeys = (): string[] => [
  ...keysIn('SUPABASE_SECRET_KEYS'),
  ...[env('SUPABASE_SERVICE_ROLE_KEY') ?? []].flat(),
];

/** Every key that browsers may have, the newest form first. */
export const publishableKeys = (): string[] => [
  ...keysIn('SUPABASE_PUBLISHABLE_KEYS'),
  ...[env('SUPABASE_ANON_KEY') ?? []].flat(),
];

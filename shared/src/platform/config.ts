import * as v from 'valibot';

/** `/config.json` on the shell's origin: what differs between installations of the one build. */
const RuntimeConfigSchema = v.object({
  supabaseUrl: v.pipe(v.string('is missing'), v.url('is not a URL')),
  supabaseKey: v.pipe(v.string('is missing'), v.minLength(1, 'is empty')),
  supportEmail: v.optional(v.string('is not text'), ''),
  legalEmail: v.optional(v.string('is not text'), ''),
  analyticsUrl: v.optional(v.string('is not text'), ''),
  landingClaims: v.optional(v.record(v.string(), v.string(), 'is not an object of texts'), {}),
});

export type RuntimeConfig = v.InferOutput<typeof RuntimeConfigSchema>;

/**
 * Checks the parsed content of `/config.json`.
 * @throws Error naming each wrong setting
 */
export function parseConfig(value: unknown): RuntimeConfig {
  const result = v.safeParse(RuntimeConfigSchema, value);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'config.json'} ${issue.message}`);
  throw new Error(problems.join('; '));
}

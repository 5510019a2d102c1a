/** A variable of the function's environment; an empty one counts as not set. */
export const env = (name: string): string | undefined => Deno.env.get(name) || undefined;

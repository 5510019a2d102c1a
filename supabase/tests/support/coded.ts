/** What a refusal carries beside its text; that both say the same is proved of each (contract.ts). */
export const CODED = { code: expect.any(String) as string, params: expect.any(Object) as object };

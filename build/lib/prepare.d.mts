export function buildOnly(who: string, folders: string[]): Promise<void>;

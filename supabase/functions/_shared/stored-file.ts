import { env } from './env.ts';
import { serviceKeys } from './keys.ts';

/** Reads parts of a file in Storage, with the rights of `service_role`. */
export function storedFile(bucket: string, path: string) {
  const address = `${env('SUPABASE_URL')}/storage/v1/object/authenticated/${bucket}/${path}`;
  const key = serviceKeys()[0] ?? '';
  return async (from: number, to: number): Promise<Uint8Array> => {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${key}`, apikey: key, range: `bytes=${from}-${to - 1}` },
    });
    if (answer.status !== 206) {
      await answer.body?.cancel();
      throw new Error(`Storage answered ${answer.status} to a request for a part`);
    }
    return new Uint8Array(await answer.arrayBuffer());
  };
}

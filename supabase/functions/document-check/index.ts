import { json, refuse, serve, wordsOf } from '../_shared/answers.ts';
import { bodyOf, idIn } from '../_shared/body.ts';
import { checkContents } from '../_shared/contents.ts';
import { serviceCall, type Call } from '../_shared/database.ts';
import { storedFile } from '../_shared/stored-file.ts';
import { isService } from '../_shared/service.ts';

/** What waits is looked into for so long; the job calls again. */
const MOST_MS = 50_000;

interface WaitingVersion {
  version_id: string;
  path: string;
  type: string;
  size: number;
  /** Names the bytes; null where there are none. */
  object_version: string | null;
}

async function check(
  call: Call,
  { version_id, path, type, size, object_version }: WaitingVersion,
): Promise<void> {
  const refusal =
    object_version === null
      ? { code: 'file_lost', params: {} }
      : await checkContents(type, size, storedFile('documents', path));
  await call('document_checked', {
    version_id,
    object_version,
    code: refusal?.code ?? null,
    params: refusal?.params ?? {},
  });
}

/** Looks into the files of documents that wait for it: `{version_id}` into one, without it into all. */
serve(async (request) => {
  if (!isService(request)) return refuse('not_allowed', 'Only the project itself may ask this.', {}, 401);
  const version_id = idIn(await bodyOf(request), 'version_id');
  const call = serviceCall();
  const until = Date.now() + MOST_MS;
  let checked = 0;
  let failed = 0;
  while (Date.now() < until) {
    const waiting = await call<WaitingVersion | null>('take_document_check', { version_id });
    if (!waiting) break;
    try {
      await check(call, waiting);
      checked += 1;
    } catch (error) {
      // It stays its own until the claim ends: the others go on.
      console.error(`${waiting.version_id}: ${wordsOf(error)}`);
      failed += 1;
    }
  }
  return json({ checked, failed });
});

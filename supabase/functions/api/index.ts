/** The API of the agency's own programs: `/functions/v1/api/v1/…`, with a key of theirs. The database says who they are and what they may do. */
import { answerApi } from './answer.ts';
import { openApiAnswer } from './open-api.ts';

Deno.serve((request) => openApiAnswer(request) ?? answerApi(request));

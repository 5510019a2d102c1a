import { answerAsks } from '@paperplane/shared/import/files';
import { FileEngine } from './workbook';

answerAsks(new FileEngine(), self);

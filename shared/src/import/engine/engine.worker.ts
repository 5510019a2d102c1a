import { answerAsks } from '../files';
import { ImportEngine } from './engine';

answerAsks(new ImportEngine(), self);

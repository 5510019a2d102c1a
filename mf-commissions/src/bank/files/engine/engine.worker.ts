import { answerAsks } from '@paperplane/shared/import/files';
import { BankFileEngine } from './engine';

answerAsks(new BankFileEngine(), self);

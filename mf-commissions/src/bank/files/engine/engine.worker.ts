import { answerAsks } from '@paperplane/shared/domain';
import { BankFileEngine } from './engine';

answerAsks(new BankFileEngine(), self);

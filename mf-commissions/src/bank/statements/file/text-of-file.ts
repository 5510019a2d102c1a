import { textOfRows } from '../reader/cells';
import { rowsOfFile } from './rows-of-file';

/**
 * A statement's file as a text, to be looked at and corrected by hand.
 * @throws FileProblem when it is no statement that can be read
 */
export const textOfFile = async (file: File): Promise<string> => textOfRows((await rowsOfFile(file)).rows);

/** In whose place the import map puts another file. */
export const words = 'not mapped';

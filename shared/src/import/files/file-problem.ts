/** A refusal to read a file; its message is for people. */
export class FileProblem extends Error {}

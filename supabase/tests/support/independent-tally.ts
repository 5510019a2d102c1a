/** What was compared, and what differed. */
export class Tally {
  count = 0;
  readonly differences: string[] = [];

  /** One figure of the product beside that of the books. */
  same(where: string, theirs: unknown, mine: unknown): void {
    this.count += 1;
    const equal =
      typeof mine === 'number' ? Math.abs(Number(theirs) - mine) < 1e-6 && theirs !== null : theirs === mine;
    if (!equal && this.differences.length < 5000)
      this.differences.push(`${where}: product ${JSON.stringify(theirs)}, books ${JSON.stringify(mine)}`);
  }

  /** Differences of each kind, the most frequent first: where they are, without names and numbers of records. */
  summary(): string {
    const kinds = new Map<string, string[]>();
    for (const difference of this.differences) {
      const kind = difference.split(': product')[0]?.replace(/<[^>]*>/g, '<>') ?? '';
      kinds.set(kind, [...(kinds.get(kind) ?? []), difference]);
    }
    return [...kinds]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([kind, all]) => `${all.length} x ${kind}\n    ${all.slice(0, 2).join('\n    ')}`)
      .join('\n');
  }
}

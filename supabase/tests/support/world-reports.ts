import { isDeepStrictEqual } from 'node:util';
import type { World } from './agreements-world';
import { ask } from './bank';
import { sql } from './database';
import { ALWAYS, rowsBehind, told, type Told } from './money-reports';
import type { Definition } from './report-oracle';
import { SOAK } from './soak';
import type { Person } from './test-agency';

/**
 * Reports of an agency with shares, fees, overrides and tiers, held against themselves: whatever a figure means, it is one figure, by whichever report,
 * grouping, totals or rows somebody is told it. What each of them means is told by the histories of money and of agreements.
 */

/** Every report by every date in every grouping, as the database knows them. */
const everyDefinition = async (): Promise<Definition[]> =>
  (
    await sql<{ report: string; basis: string; group: string }>(
      `select r.report, b.basis, g.group
       from unnest('{sales,commissions,performance,punctuality,short_pay,agents_year,aging}'::text[]) r(report)
       cross join lateral private.report_choices(r.report) c
       cross join unnest(c.bases) b(basis) cross join unnest(c.groups) g("group")`,
    )
  ).map((choice) => ({ ...choice, ...ALWAYS }));

type Said = Map<string, Told>;

const nameOf = (person: Person, { report, basis, group }: Definition) =>
  `${person.email}: ${report} by ${basis}, ${group}`;

/** What everybody is told by every report. */
async function allSaid(people: readonly Person[], definitions: readonly Definition[]): Promise<Said> {
  const said: Said = new Map();
  for (const person of people)
    for (const asked of definitions)
      said.set(
        nameOf(person, asked),
        asked.report === 'aging'
          ? { total: await ask<object>(person, 'run_report', { definition: asked }), groups: {} }
          : await told(person, asked),
      );
  return said;
}

/** Figures that add up; an average, or a share of something, does not. */
const sumOf = (groups: readonly object[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const group of groups)
    for (const [name, figure] of Object.entries(group))
      sums[name] = Math.round(((sums[name] ?? 0) + Number(figure)) * 100) / 100;
  return sums;
};

const isNothing = (figures: object) => Object.values(figures).every((figure) => !figure);
const isSame = (one: object, other: object) =>
  isDeepStrictEqual(one, other) || (isNothing(one) && isNothing(other));

/** Where a report says altogether something else by another grouping, or its groups do not come to it. */
function wrongSums(people: readonly Person[], definitions: readonly Definition[], said: Said): unknown[] {
  return people.flatMap((person) =>
    definitions.flatMap((asked) => {
      const what = nameOf(person, asked);
      const { total, groups } = said.get(what) ?? { total: {}, groups: {} };
      const first = definitions.find(({ report, basis }) => report === asked.report && basis === asked.basis);
      const same = first && said.get(nameOf(person, first))?.total;
      const wrong: unknown[] = isSame(total, same ?? {}) ? [] : [{ what, total, byAnother: same }];
      // Of a sale with several people each has a part, and of one with several kinds of lines each kind.
      if (asked.report === 'aging' || asked.group === 'line_kind' || asked.group === 'agent') return wrong;
      const sums = sumOf(Object.values(groups));
      return isSame(sums, total) ? wrong : [...wrong, { what, total, sums }];
    }),
  );
}

/** Where the rows behind a figure do not come to it: of everything, and of one group that chance names. */
async function wrongRows(
  { below }: World,
  people: readonly Person[],
  definitions: readonly Definition[],
  said: Said,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const person of people)
    for (const asked of definitions) {
      if (asked.report === 'aging' || asked.report === 'agents_year') continue;
      const { total, groups } = said.get(nameOf(person, asked)) ?? { total: {}, groups: {} };
      const keys = Object.keys(groups);
      const key = keys[below(Math.max(keys.length, 1))];
      const figures: [string | null, object][] = asked.group === 'line_kind' ? [] : [[null, total]];
      if (key) figures.push([key, groups[key] ?? {}]);
      for (const [group, figure] of figures) {
        const behind = await rowsBehind({ person, mine: null }, asked, group, figure);
        if (!isSame(behind.page, figure))
          wrong.push({ what: nameOf(person, asked), group, figure, page: behind.page });
        if (!isSame(behind.rows, behind.figures))
          wrong.push({ what: nameOf(person, asked), group, rows: behind.rows, figures: behind.figures });
      }
    }
  return wrong;
}

/** Does all that jobs have to do for this agency, now. */
export async function runJobs(organizationId: string): Promise<void> {
  const jobs = await sql<{ slice: string }>(
    `select distinct m[1] || '_slice' as slice from pg_proc p
     cross join regexp_matches(p.prosrc, $$serve_in_turn[(][[:space:]]*'([a-z_]+)'$$, 'g') m
     where p.pronamespace = 'private'::regnamespace order by 1`,
  );
  for (const { slice } of jobs)
    for (let more = true, n = 0; more && n < 100; n += 1)
      more =
        (await sql<{ more: boolean }>(`select private.${slice}($1) as more`, [organizationId]))[0]?.more ??
        false;
}

/** Everything in which reports contradict themselves, before jobs have run and after. */
export async function wrongReports(world: World): Promise<unknown[]> {
  const { agency } = world;
  const people = [agency.admin, ...world.people.slice(0, SOAK ? undefined : 2)];
  const definitions = await everyDefinition();
  const before = await allSaid(people, definitions);
  await runJobs(agency.organizationId);
  const after = await allSaid(people, definitions);
  const changed = [...before].filter(([what, said]) => !isDeepStrictEqual(said, after.get(what)));
  return [
    ...changed.map(([what, said]) => ({ what, rows: said, totals: after.get(what) })),
    ...(await sql('select * from private.check_report_totals($1)', [agency.organizationId])),
    ...(await sql('select * from private.check_totals($1)', [agency.organizationId])),
    ...wrongSums(people, definitions, after),
    ...(await wrongRows(world, people, definitions, after)),
  ];
}

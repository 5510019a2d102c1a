import * as v from 'valibot';

/** Fixed parts and parameters, at most a star at the end: the boot script makes an expression of it, which must be one. */
const PATTERN = /^(?=\/)(?:\/[\w.~%@:-]+)*(?:\/\*?)?$/;

const pattern = v.custom<`/${string}`>((value) => typeof value === 'string' && PATTERN.test(value));

/** Where a link leads: an address of this app, never one of another host. */
const address = v.custom<`/${string}`>((value) => typeof value === 'string' && /^\/(?!\/)/.test(value));

/** Nothing of the registry is changed once it has been read. */
const fixed = <const E extends v.ObjectEntries>(entries: E) => v.pipe(v.object(entries), v.readonly());
const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
const byName = <S extends v.GenericSchema>(value: S) => v.pipe(v.record(v.string(), value), v.readonly());

/** A list whose bad items are left out: they must not take their neighbours along. */
const kept = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items): readonly v.InferOutput<S>[] =>
      items.flatMap((value) => {
        const { success, output } = v.safeParse(item, value);
        return success ? [output] : [];
      }),
    ),
  );

const access = v.picklist(['user', 'admin']);
const recordType = v.picklist(['sale', 'commission', 'customer', 'vendor']);

const route = fixed({
  path: pattern,
  page: v.string(),
  title: v.string(),
  access,
  record: v.optional(recordType),
});

const link = { label: v.string(), path: address, access, order: v.number() };

const quickAction = fixed({
  ...link,
  description: v.string(),
  icon: v.picklist(['users', 'user-plus', 'building', 'contact', 'ticket']),
});

const findable = fixed({ label: v.string(), words: v.optional(v.string()), path: address, access });

const slot = fixed({
  slot: v.literal('record'),
  place: v.picklist(['main', 'side']),
  types: list(recordType),
  card: v.string(),
  title: v.string(),
  access,
  order: v.number(),
});

const assets = fixed({ js: list(v.string()), css: list(v.string()) });

/**
 * One deployed remote, as `/remotes.json` lists it: its manifest, where its version lies and what it is made of. Without any of the frame there
 * is no remote; of routes, tabs, quick actions and cards each stands for itself.
 */
export const registryEntry = fixed({
  name: v.custom<`mf_${string}`>((value) => typeof value === 'string' && /^mf_[a-z0-9_]+$/.test(value)),
  version: v.string(),
  contract: fixed({ major: v.number(), minor: v.number() }),
  routes: kept(route),
  nav: v.optional(kept(fixed(link))),
  quickActions: v.optional(kept(quickAction)),
  findable: v.optional(kept(findable)),
  slots: v.optional(kept(slot)),
  /** The immutable folder of this version, with a slash at its end; a path on this origin or an absolute URL. */
  url: v.string(),
  /** The federation manifest, relative to `url`. */
  entry: v.string(),
  /** What every page needs: container and exposed module. */
  assets,
  /** What one page needs on top, by the page's name. */
  pages: byName(assets),
  /** What one card needs on top, by the card's name. None in releases from before there were slots. */
  cards: v.optional(byName(assets)),
  /** What the files must hash to, by their paths, as browsers take it (`sha256-…`). None in releases that could not be checked yet. */
  integrity: v.optional(byName(v.string())),
});

/** What a list of remotes is at least; each of them is looked at for itself. */
export const registryFrame = v.object({ remotes: v.array(v.unknown()) });

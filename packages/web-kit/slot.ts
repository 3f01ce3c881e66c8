import { type ComponentType, use, useContext, useMemo } from 'react'
import { loadChunk } from './chunks/chunk.ts'
import { lazyChunk } from './chunks/lazy-chunk.tsx'
import { type PartsModule, SlotParts } from './slot-parts.ts'

interface InOrder {
  /** Lower numbers come first; gaps leave room for more. */
  order: number
}

interface PartModule<P extends object> {
  Part: ComponentType<P>
}

/** How a feature declares a part: its order, the fields of its slot, and how its code is loaded. */
type LazyPart<P extends object, F extends object> = F &
  InOrder & { load: () => Promise<PartModule<P>> }

/** A part that can be drawn. Parts of other features load when they are first drawn. */
type SlotPart<P extends object, F extends object> = F & InOrder & PartModule<P>

/** For example `PartOf<typeof assetTab>`. */
export type PartOf<S> = S extends Slot<infer P, infer F> ? SlotPart<P, F> : never

export interface DeclaredPart extends PartModule<never> {
  slot: unknown
  fields: InOrder
}

interface Slot<P extends object, F extends object> {
  (part: LazyPart<P, F>): DeclaredPart
}

/**
 * A place of a page that takes parts of other features. P is the props of each part, F is what the page must know
 * before the part is loaded. A feature declares its part in `web/parts.ts`. docs/adr/0065
 */
export const slot = <P extends object, F extends object = object>(): Slot<P, F> => {
  const declare: Slot<P, F> = ({ load, ...fields }) => ({
    slot: declare,
    fields,
    Part: lazyChunk('Part', load),
  })
  return declare
}

const loaded = new WeakMap<() => Promise<PartsModule>, Promise<PartsModule>>()

/** Loaded once, and again after a failure. */
export const loadParts = (load: () => Promise<PartsModule>) => {
  const before = loaded.get(load)
  if (before) return before
  const begun = loadChunk(load, 'parts')
  loaded.set(load, begun)
  begun.then(
    // React reads these two fields of a promise and then renders without suspending.
    (value) => Object.assign(begun, { status: 'fulfilled', value }),
    () => loaded.delete(load),
  )
  return begun
}

const noParts: readonly never[] = []

/** The parts in a slot and those of the page itself, in order. Suspends until they are loaded. */
export const useSlot = <P extends object, F extends object>(
  from: Slot<P, F>,
  own: readonly SlotPart<P, F>[] = noParts,
): SlotPart<P, F>[] => {
  const { parts: declared } = use(loadParts(useContext(SlotParts)))
  return useMemo(() => {
    const others = declared
      .filter((part) => part.slot === from)
      .map(({ fields, Part }) => ({ ...fields, Part }) as unknown as SlotPart<P, F>)
    return [...own, ...others].toSorted((one, other) => one.order - other.order)
  }, [declared, from, own])
}

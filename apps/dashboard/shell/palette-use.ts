/** How often each entry of the palette was chosen in this browser. No names are kept, only ids. */
const key = 'playhead_palette_use'
const keptIds = 200

type Uses = Record<string, number>

export const readUses = (): Uses => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const entries = Object.entries(stored).filter(([, count]) => typeof count === 'number')
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** The last one comes first, and the oldest are forgotten. */
export const recordUse = (id: string) => {
  const { [id]: before = 0, ...others } = readUses()
  const kept = Object.entries({ [id]: before + 1, ...others }).slice(0, keptIds)
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage is full or forbidden: the palette only keeps its usual order.
  }
}

/** The entries that were chosen most often come first; all others keep their order. */
export const byUse = <Item extends { id: string }>(items: readonly Item[], uses: Uses): Item[] =>
  items.toSorted((one, other) => (uses[other.id] ?? 0) - (uses[one.id] ?? 0))

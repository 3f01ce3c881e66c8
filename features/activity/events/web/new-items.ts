/** ACTV-008: this many wait to be shown; more are only noted. */
export const newItemsMax = 10

export interface NewItems {
  ids: readonly string[]
  /** More came than wait, or some were missed. */
  hasMore: boolean
}

export const noNewItems: NewItems = { ids: [], hasMore: false }

/** ACTV-007: what comes in waits, each once, and the list stays as it is. */
export const withNewItems = (items: NewItems, ids: readonly string[]): NewItems => {
  const all = [...new Set([...ids.toReversed(), ...items.ids])]
  return {
    ids: all.slice(0, newItemsMax),
    hasMore: items.hasMore || all.length > newItemsMax,
  }
}

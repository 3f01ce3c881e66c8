/** A part that a feature declares for the slot of another one. */
export interface SlotPart {
  readonly slot: string
  readonly order: number
  readonly part: unknown
}

/** All parts of a program, by slot, in order. */
export type Slots = ReadonlyMap<string, readonly unknown[]>

interface Slot<Part> {
  /** Declares a part; the feature lists it under `parts`. */
  (part: Part): SlotPart
  /** The parts that the features of this program have declared. */
  partsIn(app: { readonly slots: Slots }): readonly Part[]
}

/**
 * A place where one capability takes parts from others without importing them. The owner declares the slot,
 * others declare parts in their feature, and the program passes all parts when the app is made.
 */
export const slot = <Part extends { readonly order: number }>(name: string): Slot<Part> =>
  Object.assign((part: Part): SlotPart => ({ slot: name, order: part.order, part }), {
    // Only the function above creates parts with this name.
    partsIn: ({ slots }: { readonly slots: Slots }) => (slots.get(name) ?? []) as readonly Part[],
  })

/** Each part has an order field, so the list of features may have any order. */
export const fillSlots = (features: readonly { readonly parts: readonly SlotPart[] }[]): Slots => {
  const sorted = features
    .flatMap(({ parts }) => parts)
    .toSorted((one, other) => one.order - other.order)
  const slots = new Map<string, unknown[]>()
  for (const { slot: name, part } of sorted) slots.set(name, [...(slots.get(name) ?? []), part])
  return slots
}

/** Names one crash, so that what a person reads aloud is found in the browser's log. */
export const crashEventId = (error: unknown): string => {
  const id = crypto.randomUUID()
  console.error(`Event ${id}`, error)
  return id
}

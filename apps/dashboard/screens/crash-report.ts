/** An id for one crash, so that what a person reads aloud can be found in the browser's log. */
export const crashEventId = (error: unknown): string => {
  const id = crypto.randomUUID()
  console.error(`Event ${id}`, error)
  return id
}

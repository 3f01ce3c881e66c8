import { isOutOfMemory } from '@playhead/clickhouse/cost-of-query.ts'

/** Percentiles keep every value of their column in memory; with many views, those of all columns do not fit at once. */
const columnsAtOnce = 5

/**
 * Queries a few columns at a time, with all items of a column together; after an out-of-memory error, one column at a
 * time.
 */
export const askFewColumns = async <Item, Answer>(
  items: readonly Item[],
  columnOf: (item: Item) => string,
  ask: (some: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> => {
  return inPieces([...new Set(items.map(columnOf))], columnsAtOnce)

  async function inPieces(columns: readonly string[], size: number): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let from = 0; from < columns.length; from += size) {
      const some = columns.slice(from, from + size)
      try {
        answers.push(await ask(items.filter((item) => some.includes(columnOf(item)))))
      } catch (error) {
        if (some.length === 1 || !isOutOfMemory(error)) throw error
        answers.push(...(await inPieces(some, 1)))
      }
    }
    return answers
  }
}

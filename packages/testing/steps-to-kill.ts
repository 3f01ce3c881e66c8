import type { Database } from '@playhead/postgres/client.ts'

/**
 * Counts the steps of a program, which are each statement and the end of each transaction, and kills it at one of them; at none
 * for 0.
 */
export const makeSteps = ({ killAt }: { killAt: number }) => {
  let steps = 0
  const pass = async () => {
    steps += 1
    if (steps !== killAt) return
    process.kill(process.pid, 'SIGKILL')
    // The signal comes a moment later: nothing may go on until then.
    await new Promise(() => {})
  }
  const stepping = (database: Database): Database => ({
    rows: async (Row, query) => {
      await pass()
      return database.rows(Row, query)
    },
    row: async (Row, query) => {
      await pass()
      return database.row(Row, query)
    },
    maybeRow: async (Row, query) => {
      await pass()
      return database.maybeRow(Row, query)
    },
    run: async (query) => {
      await pass()
      return database.run(query)
    },
    transaction: async (work) => {
      const result = await database.transaction(async (transaction) => {
        const done = await work(stepping(transaction))
        await pass()
        return done
      })
      await pass()
      return result
    },
  })
  return { pass, stepping, countSteps: () => steps }
}

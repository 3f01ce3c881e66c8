import type { Database } from '@playhead/postgres/client.ts'

interface Steps {
  /** The step at which the program kills itself; 0 for none. */
  killAt: number
  beforeKill?: () => void
  afterTransaction?: () => void
}

/** Counts the steps of a program, which are each statement and the end of each transaction, and kills it at one of them. */
export const makeSteps = ({ killAt, beforeKill, afterTransaction }: Steps) => {
  let steps = 0
  const pass = async () => {
    steps += 1
    if (steps !== killAt) return
    beforeKill?.()
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
      afterTransaction?.()
      await pass()
      return result
    },
  })
  return { pass, stepping, countSteps: () => steps }
}

import { expect, test } from 'vitest'
import { makeEmptyTestDatabase } from '@playhead/testing/engines/database.ts'
import { refusalOf } from './refusal-of.ts'
import { runLongStatement } from './testing-statements.sql.ts'

const database = await makeEmptyTestDatabase({ statementTimeoutSeconds: 0.2 })

test('a statement that the database ends because its time is up is no fault of the program', async () => {
  const error = await runLongStatement(database).catch((thrown: unknown) => thrown)
  const { code, status } = refusalOf(error)
  expect([code, status]).toEqual(['query_timed_out', 504])
})

import { expect, test } from 'vitest'
import { emptyTestDatabase } from '@playhead/testing/engines/database.ts'
import { refusalOf } from './refusal-of.ts'
import { sleepLong } from './testing-statements.sql.ts'

const database = await emptyTestDatabase({ statementTimeoutSeconds: 0.2 })

test('a statement that the database ends because its time is up is no fault of the program', async () => {
  const error = await sleepLong(database).catch((thrown: unknown) => thrown)
  const { code, status } = refusalOf(error)
  expect([code, status]).toEqual(['query_timed_out', 504])
})

import { expect, test } from 'vitest'
import { describedEndpoints } from './described-endpoints.ts'

test('every endpoint has a unique name, and so a unique anchor in the reference', () => {
  const ids = describedEndpoints().map(({ id }) => id)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

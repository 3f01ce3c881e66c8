import { expect, test } from 'vitest'
import { describedEndpoints } from './described-endpoints.ts'

test('every endpoint has a name, and so an anchor in the reference, of its own', () => {
  const ids = describedEndpoints().map(({ id }) => id)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

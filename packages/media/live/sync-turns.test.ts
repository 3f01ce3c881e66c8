import { expect, test } from 'vitest'
import { syncInTurn } from './sync-turns.ts'

test('two syncs run at a time, also after one has failed', async () => {
  const ends: (() => void)[] = []
  const sync = () => syncInTurn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const failing = syncInTurn(() => Promise.reject(new Error('The disk is full.')))
  const all = [sync(), sync(), sync(), sync()]
  await expect(failing).rejects.toThrow('The disk is full.')
  await new Promise((resolve) => setImmediate(resolve))
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await all[0]
  expect(ends).toHaveLength(3)
  for (let next = 1; next < all.length; next += 1) {
    ends[next]?.()
    await all[next]
  }
  expect(ends).toHaveLength(4)
})

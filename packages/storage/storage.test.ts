import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFolderStorage } from './folder-storage.ts'
const folder = await mkdtemp(join(tmpdir(), 'ph-storage-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
test('round trip', async () => {
  const s = await openFolderStorage(join(folder, 'media'))
  await s.check()
  console.log(await s.write('e/a/source', Buffer.from('hello')))
  const r = await s.read('e/a/source', { start: 1, end: 2 })
  const parts = []
  for await (const p of r.bytes) parts.push(p)
  expect(Buffer.concat(parts).toString()).toBe('el')
  const l = []
  for await (const p of s.list('e/a')) l.push(p.key)
  expect(l).toEqual(['e/a/source'])
  await s.removeAll('e/a')
  expect(await s.stat('e/a/source')).toBeUndefined()
})

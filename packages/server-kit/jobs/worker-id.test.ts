import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { workerIdOf } from './worker-id.ts'

const folder = await mkdtemp(join(tmpdir(), 'worker-id-'))
afterAll(() => rm(folder, { recursive: true }))

test('all that begin at a first start agree on one id, and later starts have the same', async () => {
  const data = join(folder, 'new')
  const ids = await Promise.all(Array.from({ length: 30 }, () => workerIdOf(data)))
  expect(new Set(ids).size).toBe(1)
  expect(await workerIdOf(data)).toBe(ids[0])
  expect(await readdir(data)).toEqual(['worker-id'])
})

test('a damaged file is replaced', async () => {
  await writeFile(join(folder, 'worker-id'), 'nonsense')
  const id = await workerIdOf(folder)
  expect(await workerIdOf(folder)).toBe(id)
})

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { features } from './features.ts'

const root = path.join(import.meta.dirname, '../..')

const isProduct = (file: string) =>
  file.endsWith('.ts') && !/\.test\.ts$|node_modules|\/testing/.test(file)

/** The names in `jobKind('…')`, wherever product code declares one. */
const listDeclared = async () => {
  const below = (folder: string) => readdir(path.join(root, folder), { recursive: true })
  const files = (
    await Promise.all(
      ['apps/server', 'features', 'packages'].map(async (folder) =>
        (await below(folder)).map((file) => path.join(root, folder, file)),
      ),
    )
  ).flat()
  const sources = await Promise.all(files.filter(isProduct).map((file) => readFile(file, 'utf8')))
  return sources.flatMap((source) =>
    [...source.matchAll(/\bjobKind\(\s*'([^']+)'/g)].map(([, name]) => name!),
  )
}

test('every job kind is declared once and run by exactly one worker', async () => {
  const declared = await listDeclared()
  expect(declared).toContain('asset.ingest')
  expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted())
  const run = features.flatMap(({ jobs }) => jobs.map(({ kind }) => kind))
  expect(run.toSorted()).toEqual(declared.toSorted())
})

test('the feature that deletes assets removes their media', () => {
  const owners = features.filter(({ jobs }) => jobs.some(({ kind }) => kind === 'media.remove'))
  expect(owners.map(({ name }) => name)).toEqual(['assets'])
})

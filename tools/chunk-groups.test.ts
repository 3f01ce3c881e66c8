import path from 'node:path'
import { expect, test } from 'vitest'
import { chunkGroups, modules, modulesIn } from '../apps/dashboard/chunk-groups.config.ts'

const root = path.join(import.meta.dirname, '..')

const groupOf = (file: string) =>
  chunkGroups.findIndex(({ test: pattern }) => pattern?.test(path.join(root, file)))

test('a chunk group that names a file which has moved fails and says which', () => {
  const group = () => modules('packages/ui', ['buttons/button.tsx', 'buttons/no-button.tsx'])
  expect(group).toThrow('No file for a chunk group: packages/ui/buttons/no-button.tsx')
})

test('a chunk group of folders fails when one of them holds none of its files', () => {
  const group = () => modulesIn(['packages/ui', 'packages/no-kit'], /\.tsx$/)
  expect(group).toThrow('No file for a chunk group in packages/no-kit')
  expect(() => modulesIn(['packages/domain'], /\.tsx$/)).toThrow('packages/domain')
})

test('the groups hold the files they name and no file with a longer name', () => {
  const basics = groupOf('packages/web-kit/forms/form.ts')
  expect(chunkGroups[basics]?.name).toBe('basics')
  expect(groupOf('packages/ui/buttons/button.tsx')).toBe(basics)
  expect(groupOf('packages/web-kit/forms/form-dialog.tsx')).toBeGreaterThan(basics)
  expect(groupOf('features/data/metrics/web/metric-card.tsx')).toBe(chunkGroups.length - 1)
})

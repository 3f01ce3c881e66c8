import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .split('\n## ')
  .find((part) => part.startsWith('What is promised'))!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'))

test('every promise names its tests, and they are there', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path]) => path!)
    expect(named.length, row).toBeGreaterThan(0)
    for (const path of named) expect(existsSync(join(root, path)), path).toBe(true)
  }
})

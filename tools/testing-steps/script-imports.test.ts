import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const relativeImport = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

const scriptsBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs') && !name.includes('node_modules'))
    // Its texts are files of the feature that it makes.
    .filter((name) => !name.startsWith('new-feature/'))
    .map((name) => path.join(folder, name))

// The compiler does not check scripts, so a deleted file would show only when somebody runs one.
test.each(['tools', 'bench'])('what the scripts of %s import is there', (folder) => {
  const scripts = scriptsBelow(folder)
  expect(scripts.length).toBeGreaterThan(10)
  const missing = scripts.flatMap((script) =>
    [...readFileSync(path.join(root, script), 'utf8').matchAll(relativeImport)]
      .map(([, target]) => path.join(root, path.dirname(script), target!))
      .filter((target) => !existsSync(target))
      .map((target) => `${script} imports ${path.relative(root, target)}`),
  )
  expect(missing).toEqual([])
})

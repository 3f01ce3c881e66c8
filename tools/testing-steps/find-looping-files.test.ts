import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(path.join(tmpdir(), 'looping-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('files for long runs only are found, and tests and journeys that do more in a long run', () => {
  const loop = "const kills = howMany('kills', { usual: 3, long: 40 })"
  const files: Record<string, string> = {
    'apps/server/one.test.ts': 'test()',
    'features/video/uploads/fuzz.test.ts': loop,
    'features/video/assets/assets.e2e.ts': "await expectAccessible(page, 'the list')",
    'features/video/assets/quick.e2e.ts': 'test()',
    'packages/testing/how-many.test.ts': loop,
    'packages/testing/how-many.ts': loop,
    'packages/ui/node_modules/other/a.test.ts': loop,
    'tests/journeys/expect-accessible.ts': 'looksOf(what)',
    'tests/journeys/day.long.e2e.ts': 'test()',
    'tests/journeys/many.e2e.ts': loop,
    'tests/journeys/screens.e2e.ts': 'looksOf(name)',
    'tests/process/crash.test.ts': loop,
    'tests/process/hang.long.test.ts': 'test()',
    'tools/check.test.ts': loop,
    'tools/recipe.long.test.ts': 'test()',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const module = JSON.stringify(path.join(import.meta.dirname, 'find-looping-files.mjs'))
  const script = `import { findLoopingFiles } from ${module}; console.log(JSON.stringify(findLoopingFiles(process.argv[1])))`
  const args = ['--input-type=module', '--eval', script, root]
  expect(JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout)).toEqual({
    tests: [
      'features/video/uploads/fuzz.test.ts',
      'tests/process/crash.test.ts',
      'tests/process/hang.long.test.ts',
      'tools/recipe.long.test.ts',
    ],
    journeys: [
      'features/video/assets/assets.e2e.ts',
      'tests/journeys/day.long.e2e.ts',
      'tests/journeys/many.e2e.ts',
      'tests/journeys/screens.e2e.ts',
    ],
  })
})

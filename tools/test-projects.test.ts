import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const folders = ['apps', 'bench', 'features', 'packages', 'tests', 'tools']

function listTestFiles() {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.split(path.sep).includes('node_modules'))
    .toSorted()
}

function listCollectedFiles(PLAYHEAD_TEST_LONG: string) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'list', '--filesOnly', '--json']
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PLAYHEAD_TEST_LONG },
  })
  const collected = JSON.parse(stdout) as { file: string; projectName: string }[]
  return collected.map(({ file }) => path.relative(root, file)).toSorted()
}

test('each test file belongs to exactly one project, and those of long runs to long runs alone', () => {
  const files = listTestFiles()
  expect(files).toContain('tools/test-projects.test.ts')
  expect(listCollectedFiles('1')).toEqual(files)
  expect(listCollectedFiles('')).toEqual(files.filter((file) => !file.endsWith('.long.test.ts')))
})

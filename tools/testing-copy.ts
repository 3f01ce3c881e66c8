import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'

export const house = path.join(import.meta.dirname, '..')
/** Generous, for slow machines: the tests do not measure time. */
export const patienceMs = 1_200_000

const isOfTheTree = (file: string) =>
  !['node_modules', '.git', 'build', 'data', 'test-results', 'playwright-report'].includes(
    path.relative(house, file),
  )

/** Links packages, but points those of this repository into the copy. */
const linkModules = (copy: string) => {
  const [from, to] = [path.join(house, 'node_modules'), path.join(copy, 'node_modules')]
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.name === '@playhead')
      cpSync(source, target, { recursive: true, verbatimSymlinks: true })
    else if (entry.isFile()) copyFileSync(source, target)
    else symlinkSync(source, target)
  }
}

/** The environment of a new contributor's terminal, without variables of this test run. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|PLAYHEAD_TEST_|TEST$|NODE_ENV$|MODE$|DEV$|PROD$|SSR$|BASE_URL$)/.test(name),
  ),
)

/** A copy of the tree, for tests that write into it; deleted after the last test of the file. */
export const makeCopy = async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'new-feature-'))
  afterAll(() => rm(copy, { recursive: true, force: true }), patienceMs)
  await cp(house, copy, { recursive: true, filter: isOfTheTree })
  linkModules(copy)

  const run = (command: string) =>
    new Promise<{ status: number; output: string; complaint: string }>((resolve) => {
      execFile(
        'sh',
        ['-c', command],
        { cwd: copy, env: environment, maxBuffer: 64 * 1024 * 1024 },
        (error, output, complaint) =>
          resolve({ status: error ? Number(error.code ?? 1) : 0, output, complaint }),
      )
    })

  const runGreen = async (command: string) => {
    const { status, output, complaint } = await run(command)
    expect(status, `${command}\n${output}\n${complaint}`).toBe(0)
  }
  return { copy, run, runGreen }
}

/** What CONTRIBUTING says on adding a feature: its commands, and the files that it names. */
export const readRecipe = () => {
  const guide = readFileSync(path.join(house, 'CONTRIBUTING.md'), 'utf8')
  const section = /^## Add a feature in 20 minutes\n([\s\S]*?)^## /m.exec(guide)?.[1] ?? ''
  return {
    commands: [...section.matchAll(/^ *```\n([\s\S]*?)^ *```$/gm)].map(([, block]) =>
      block!.trim(),
    ),
    files: [...section.matchAll(/`((?:contract|server\/|web\/)[^`]*)`/g)].map(([, file]) => file!),
  }
}

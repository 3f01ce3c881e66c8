import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

/**
 * Gzipped bytes of a screen with the shell around it. Two thirds of the screens need the library of overlays, of 50 kB. How small shared
 * modules are packed moves it by up to 3 kB, whatever a change does to the screen itself.
 */
const mostBytes = 295_000
/** Gzipped bytes of the shell of those who have signed in. */
const mostOfShell = 175_000
/** Scripts: a browser fetches six at once. */
const mostFiles = 50
/** Gzipped bytes that a visitor fetches before the sign-in page works. */
const mostToSignIn = 133_000
const mostBeside = 10_000

const root = join(import.meta.dirname, '../..')
/** A whole run builds everything once, before its tests. */
const shared = process.env['PLAYHEAD_TEST_BUILD']
const own = join(root, 'build', `.weighed-${process.pid}`)
const folder = shared === undefined ? own : join(shared, 'dashboard')
afterAll(() => rm(own, { recursive: true, force: true }))

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
)

const readManifest = (file: string) => Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))

/** The dashboard as shipped: which file imports which others before it runs. */
const built = (async () => {
  if (shared !== undefined) return readManifest(join(shared, 'dashboard-manifest.json'))
  const options = ['--config', join(root, 'apps/dashboard/vite.config.ts'), '--outDir', folder]
  await promisify(execFile)(
    join(root, 'node_modules/.bin/vite'),
    ['build', ...options, '--manifest', '--logLevel', 'error'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  return readManifest(join(folder, '.vite/manifest.json'))
})()
built.catch(() => undefined)

const bytesOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length, 0)

const neededBy = (files: z.infer<typeof Manifest>, source: string, found = new Set<string>()) => {
  const entry = files[source]
  if (entry === undefined) throw new Error(`${source} is no file of the dashboard.`)
  if (found.has(entry.file)) return found
  found.add(entry.file)
  for (const name of entry.imports ?? []) neededBy(files, name, found)
  return found
}

test('the sign-in page needs at most 133 kB of script, and what is beside its form 10 kB more', async () => {
  const files = await built
  const page = neededBy(files, 'index.html')
  neededBy(files, '../../features/account/sign-in/web/login/login-screen.tsx', page)
  expect(bytesOf(page)).toBeLessThanOrEqual(mostToSignIn)
  const beside = neededBy(files, '../../features/account/sign-in/web/marketing/marketing.tsx')
  const more = [...beside].filter((file) => !page.has(file))
  expect(bytesOf(more)).toBeLessThanOrEqual(mostBeside)
})

test('a screen needs at most 295 kB of script in 50 files, of which the shell is at most 175 kB', async () => {
  const files = await built
  const shell = neededBy(files, 'index.html')
  neededBy(files, 'shell/shell-frame.tsx', shell)
  expect(bytesOf(shell)).toBeLessThanOrEqual(mostOfShell)
  const screens = Object.keys(files).filter((source) => /\/web\/.*-screen\.tsx$/.test(source))
  const weights = screens.map((source) => {
    const all = neededBy(files, source, new Set(shell))
    return { source, bytes: bytesOf(all), files: all.size }
  })
  expect(screens).toContain('../../features/data/metrics/web/metrics-screen.tsx')
  const isHeavy = (one: (typeof weights)[number]) => one.bytes > mostBytes || one.files > mostFiles
  expect(weights.filter(isHeavy)).toEqual([])
})

test('no script waits for another that waits for it', async () => {
  const files = await built
  const circles = Object.keys(files).flatMap((source) => {
    const path = (name: string, seen: string[]): string[] | undefined => {
      if (name === source && seen.length > 0) return [...seen, name]
      if (seen.includes(name)) return undefined
      return (files[name]?.imports ?? []).reduce<string[] | undefined>(
        (found, next) => found ?? path(next, [...seen, name]),
        undefined,
      )
    }
    return path(source, []) ?? []
  })
  expect(circles).toEqual([])
})

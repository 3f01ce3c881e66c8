import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const roots: string[] = []

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

function makeRoot(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'setup-'))
  roots.push(root)
  for (const file of Object.keys(files)) write(root, file, files[file] ?? '')
  return root
}

function write(root: string, file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

/** Runs a line of JavaScript with one setup module as `tool` and the folder as `root`. */
function run(module: string, root: string, line: string, env: NodeJS.ProcessEnv = process.env) {
  const file = path.join(import.meta.dirname, module)
  const script = `const root = process.argv[1]; const tool = await import(${JSON.stringify(file)}); ${line}`
  const args = ['--input-type=module', '--eval', script, root]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return { stdout: stdout.trim(), stderr, status }
}

const sources = {
  'package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.base.json': '{}',
  'tsconfig.web.json': '{}',
  'apps/server/main.ts': 'start()',
  'apps/server/main.test.ts': 'test()',
  'features/data/notes/contract.ts': 'notes',
}

const isBuilt = (root: string) =>
  run('build-inputs.mjs', root, 'console.log(tool.readBuildInputs(root).isBuilt)').stdout
const finishBuild = (root: string) =>
  run('build-inputs.mjs', root, 'tool.writeStamp(root, tool.readBuildInputs(root))')

test('a build is needed first, and again only when a source has other content', () => {
  const root = makeRoot(sources)
  expect(isBuilt(root)).toBe('false')
  finishBuild(root)
  expect(isBuilt(root)).toBe('true')

  utimesSync(path.join(root, 'apps/server/main.ts'), new Date(), new Date(0))
  write(root, 'apps/server/main.test.ts', 'another test')
  expect(isBuilt(root)).toBe('true')

  write(root, 'features/data/notes/contract.ts', 'other')
  expect(isBuilt(root)).toBe('false')
  finishBuild(root)
  rmSync(path.join(root, 'features/data'), { recursive: true })
  expect(isBuilt(root)).toBe('false')
})

test('a cache that was cut off in the middle costs time, not the start', () => {
  const root = makeRoot(sources)
  finishBuild(root)
  write(root, 'build/inputs.json', '{"apps/ser')
  expect(isBuilt(root)).toBe('true')
})

test('a build that fails leaves no stamp, says which part failed and shows why', () => {
  const vite = `console.error('no such module'); process.exit(1)`
  const root = makeRoot({ ...sources, 'node_modules/vite/bin/vite.js': vite })
  finishBuild(root)
  const { status, stderr } = run('build-program.mjs', root, 'await tool.buildProgram(root)')
  expect(status).toBe(1)
  expect(stderr).toMatch(/no such module\n[\s\S]*Building the (server|dashboard|player) failed/)
  expect(isBuilt(root)).toBe('false')
})

const lock = (packages: Record<string, object>) => JSON.stringify({ packages })
const foreign = { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['mips'] }

/** A fake npm that prints its arguments instead of installing. */
const askedOf = (root: string) => {
  write(root, 'npm.js', 'console.log("npm " + process.argv.slice(2).join(" "))')
  const env = { ...process.env, npm_execpath: path.join(root, 'npm.js') }
  return run('install-packages.mjs', root, 'await tool.installPackages(root)', env).stdout
}

const manifests = {
  'package.json': '{}',
  'features/package.json': '{}',
  'apps/server/package.json': '{}',
  'packages/domain/package.json': '{}',
  'package-lock.json': lock({
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/engine-plan9': foreign,
  }),
}

test('packages are installed when missing or stale, exactly as locked, and not again', () => {
  const root = makeRoot({ ...manifests, 'node_modules/.package-lock.json': lock({}) })
  const install =
    'Installing packages …\nnpm ci --include=dev --no-audit --no-fund --loglevel=error'
  expect(askedOf(root)).toBe(install)
  expect(askedOf(root)).toBe('')

  write(root, 'package-lock.json', lock({ 'node_modules/zod': { version: '4.1.0' } }))
  expect(askedOf(root)).toBe(install)
})

test('an installation that npm made itself is accepted', () => {
  const installed = lock({ 'node_modules/zod': { version: '4.0.0' } })
  const root = makeRoot({ ...manifests, 'node_modules/.package-lock.json': installed })
  expect(askedOf(root)).toBe('')
})

test('a package that the tree gained is linked by an installation', () => {
  const zod = { 'node_modules/zod': { version: '4.0.0' } }
  const link = { 'node_modules/@playhead/ingest': { resolved: 'packages/ingest', link: true } }
  const root = makeRoot({
    ...manifests,
    'package-lock.json': lock({ ...zod, ...link }),
    'node_modules/.package-lock.json': lock(zod),
  })
  expect(askedOf(root)).toMatch(/^Installing packages/)
  write(root, 'node_modules/.package-lock.json', lock({ ...zod, ...link }))
  rmSync(path.join(root, 'node_modules/.playhead-install'))
  expect(askedOf(root)).toBe('')
})

test.each([
  ['18.20.0', 'Playhead needs Node 20.19 or newer; this is Node 18.20.0.'],
  ['20.18.9', 'Playhead needs Node 20.19 or newer; this is Node 20.18.9.'],
  ['20.19.0', 'fine'],
  ['22.0.0', 'fine'],
])('Node %s is judged in one sentence', (version, sentence) => {
  const line = `try { tool.checkNode('${version}'); console.log('fine') } catch (error) { console.log(error.message) }`
  expect(run('check-node.mjs', tmpdir(), line).stdout).toBe(sentence)
})

test('without ffmpeg the start goes on and says how to get it', () => {
  const root = makeRoot({ 'build/ffmpeg-not-installed': '' })
  const line = 'await tool.findFfmpeg(root)'
  const missing = run('find-ffmpeg.mjs', root, line, { PATH: root })
  expect(missing.status).toBe(0)
  expect(missing.stdout).toMatch(
    /^ffmpeg was not found; video hosting needs it\. To get it: .*ffmpeg/,
  )

  const misnamed = run('find-ffmpeg.mjs', root, line, { PATH: root, FFMPEG_PATH: '/no/ffmpeg' })
  expect(misnamed.stdout).toBe('FFMPEG_PATH names /no/ffmpeg, which is not an executable file.')

  const named = run('find-ffmpeg.mjs', root, line, { PATH: root, FFMPEG_PATH: process.execPath })
  expect(named).toMatchObject({ stdout: '', status: 0 })
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

type Component = {
  'bom-ref': string
  type: string
  group?: string
  name: string
  version: string
  scope: string
  hashes?: { alg: string; content: string }[]
  licenses: { license?: { id?: string; name?: string }; expression?: string }[]
  purl?: string
  properties?: { name: string; value: string }[]
}
type Sbom = {
  bomFormat: string
  specVersion: string
  serialNumber: string
  version: number
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
type Entry = { version: string; integrity?: string; link?: boolean; name?: string }

const project = path.join(import.meta.dirname, '..')
const time = '2026-11-22T12:00:00.000Z'
const roots: string[] = []

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

function makeRoot(packages: Record<string, object>, groups: object[] = []) {
  const root = mkdtempSync(path.join(tmpdir(), 'sbom-'))
  roots.push(root)
  const manifest = { name: 'product', version: '1.2.3', license: 'Apache-2.0' }
  write(root, 'package.json', JSON.stringify(manifest))
  write(root, 'package-lock.json', JSON.stringify({ packages: { '': manifest, ...packages } }))
  const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  write(root, 'tools/locks/unverified.json', JSON.stringify({ platform, groups }))
  return root
}

function write(root: string, file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

function run(root: string, ...args: string[]) {
  const tool = path.join(project, 'tools/write-sbom.mjs')
  return spawnSync(process.execPath, [tool, `--root=${root}`, ...args], { encoding: 'utf8' })
}

function sbomOf(root: string, at = time) {
  expect(run(root, `--at=${at}`)).toMatchObject({ status: 0, stderr: '' })
  const text = readFileSync(path.join(root, 'build/sbom.cdx.json'), 'utf8')
  return { text, sbom: JSON.parse(text) as Sbom }
}

const integrityOf = (letter: string) => `sha512-${letter.repeat(86)}==`
const zod = { version: '4.0.0', license: 'MIT', integrity: integrityOf('A') }

describe('the list of what this product is made of', () => {
  const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  const root = mkdtempSync(path.join(tmpdir(), 'sbom-'))
  roots.push(root)
  const copied = ['package.json', 'package-lock.json', 'tools/locks/unverified.json']
  // Six packages declare their licence only in the installed folder.
  const silent = Object.entries(lock.packages).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.link && !('license' in entry),
  )
  for (const [place] of silent) copied.push(`${place}/package.json`)
  copied.push('node_modules/@react-aria/optimize-locales-plugin/LICENSE')
  for (const file of copied) write(root, file, readFileSync(path.join(project, file), 'utf8'))
  const { sbom } = sbomOf(root)
  const refs = sbom.components.map((component) => component['bom-ref'])

  test('has the form of CycloneDX 1.6', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(sbom.metadata.timestamp).toBe(time)
    expect(sbom.metadata.component).toMatchObject({ type: 'application', name: 'playhead' })
    const own = sbom.components.filter(({ purl }) => purl === undefined)
    expect(own.every(({ group }) => group === '@playhead')).toBe(true)
    for (const component of sbom.components) {
      expect(component.type).toBe('library')
      expect(['required', 'optional', 'excluded']).toContain(component.scope)
    }
  })

  test('holds every locked package once, with the bytes the lock names', () => {
    const wanted = new Map<string, string | undefined>()
    for (const [place, entry] of Object.entries(lock.packages))
      if (place.includes('node_modules/') && !entry.link) {
        const name = place.split('node_modules/').at(-1)
        wanted.set(`${name}@${entry.version}`, entry.integrity)
      }
    const fetched = sbom.components.filter(({ purl }) => purl !== undefined)
    const found = fetched.map(({ purl }) =>
      decodeURIComponent(purl?.replace(/^pkg:npm\//, '') ?? ''),
    )
    expect(found.toSorted()).toEqual([...wanted.keys()].toSorted())
    expect(wanted.size).toBeGreaterThan(400)
    const hashes = fetched.flatMap((component) => component.hashes ?? [])
    expect(hashes.length).toBeGreaterThan(400)
    for (const { alg, content } of hashes)
      expect(`${alg} ${content}`).toMatch(/^SHA-512 [0-9a-f]{128}$/)
    for (const [index, component] of fetched.entries()) {
      const [hash] = component.hashes ?? []
      const bytes = hash && `sha512-${Buffer.from(hash.content, 'hex').toString('base64')}`
      expect(bytes, found[index]).toBe(wanted.get(found[index] ?? ''))
    }
  })

  test('names a licence of every component', () => {
    for (const { name, licenses } of [sbom.metadata.component, ...sbom.components]) {
      const [choice, ...more] = licenses
      const text = choice?.license?.id ?? choice?.license?.name ?? choice?.expression
      expect(text, name).toMatch(/\w/)
      expect(more).toEqual([])
    }
  })

  test('leads from the product to every component, and to nothing else', () => {
    const uses = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const product = sbom.metadata.component['bom-ref']
    expect(new Set(refs).size).toBe(refs.length)
    expect([...uses.keys()].toSorted()).toEqual([product, ...refs].toSorted())
    expect(sbom.dependencies).toHaveLength(uses.size)
    const reached = new Set([product])
    for (const ref of reached) for (const used of uses.get(ref) ?? []) reached.add(used)
    expect([...reached].toSorted()).toEqual([product, ...refs].toSorted())
  })

  test('gives the reason with every package that has no checksum', () => {
    const bare = sbom.components.filter(({ purl, hashes }) => purl && !hashes)
    for (const { properties } of bare)
      expect(properties).toEqual([
        { name: 'playhead:unverified', value: expect.stringMatching(/no checksum/) },
      ])
  })
})

test('the same lock gives the same bytes, another one another number', () => {
  const root = makeRoot({ 'node_modules/zod': zod })
  const first = sbomOf(root)
  expect(sbomOf(root).text).toBe(first.text)
  write(
    root,
    'package-lock.json',
    readFileSync(path.join(root, 'package-lock.json'), 'utf8').replace('4.0.0', '4.0.1'),
  )
  expect(sbomOf(root).sbom.serialNumber).not.toBe(first.sbom.serialNumber)
})

test('without a time, the newest commit gives it; without a commit, one has to be given', () => {
  const root = makeRoot({ 'node_modules/zod': zod })
  expect(run(root)).toMatchObject({
    status: 1,
    stderr: 'Here is no git commit to take the time from: give one with --at=TIME.\n',
  })
  expect(run(root, '--at=yesterday')).toMatchObject({
    status: 1,
    stderr: '--at wants a time in ISO 8601; it is yesterday\n',
  })
  const env = { ...process.env, GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' }
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      env,
    })
  git('init')
  expect(git('commit', '--allow-empty', '-m', 'First').status).toBe(0)
  expect(run(root)).toMatchObject({ status: 0 })
  const { metadata } = JSON.parse(
    readFileSync(path.join(root, 'build/sbom.cdx.json'), 'utf8'),
  ) as Sbom
  expect(metadata.timestamp).toBe('2026-01-02T03:04:05.000Z')
})

test('licences, scopes, names and edges are those of the lock', () => {
  const { sbom } = sbomOf(
    makeRoot(
      {
        'packages/player': {
          name: '@product/player',
          version: '1.2.3',
          dependencies: { zod: '4' },
        },
        'node_modules/@product/player': { resolved: 'packages/player', link: true },
        'node_modules/zod': { ...zod, dependencies: { '@scope/part': '1' } },
        'node_modules/@scope/part': {
          version: '1.0.0+a',
          license: '(MIT OR ISC)',
          integrity: integrityOf('Q'),
        },
        'node_modules/builder': { ...zod, dev: true, dependencies: { zod: '3' } },
        'node_modules/builder/node_modules/zod': {
          ...zod,
          version: '3.0.0',
          dev: true,
          license: 'See the readme',
        },
        'node_modules/engine': { version: '1.0.0', license: 'MIT', optional: true },
      },
      [{ cause: 'no checksum', reason: 'There is no archive.', packages: ['engine'] }],
    ),
  )
  const facts = sbom.components.map(({ name, group, version, scope, licenses, purl }) => [
    group ? `${group}/${name}` : name,
    version,
    scope,
    licenses[0]?.license?.id ?? licenses[0]?.license?.name ?? licenses[0]?.expression,
    purl,
  ])
  expect(facts).toEqual([
    ['@product/player', '1.2.3', 'required', 'Apache-2.0', undefined],
    ['@scope/part', '1.0.0+a', 'required', '(MIT OR ISC)', 'pkg:npm/%40scope/part@1.0.0%2Ba'],
    ['builder', '4.0.0', 'excluded', 'MIT', 'pkg:npm/builder@4.0.0'],
    ['engine', '1.0.0', 'optional', 'MIT', 'pkg:npm/engine@1.0.0'],
    ['zod', '3.0.0', 'excluded', 'See the readme', 'pkg:npm/zod@3.0.0'],
    ['zod', '4.0.0', 'required', 'MIT', 'pkg:npm/zod@4.0.0'],
  ])
  expect(sbom.components[3]?.properties).toEqual([
    { name: 'playhead:unverified', value: 'There is no archive.' },
  ])
  const uses = Object.fromEntries(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  expect(uses).toMatchObject({
    'product@1.2.3': ['@product/player@1.2.3'],
    '@product/player@1.2.3': ['pkg:npm/zod@4.0.0'],
    'pkg:npm/zod@4.0.0': ['pkg:npm/%40scope/part@1.0.0%2Ba'],
    'pkg:npm/builder@4.0.0': ['pkg:npm/zod@3.0.0'],
    'pkg:npm/%40scope/part@1.0.0%2Ba': [],
  })
})

test('a package that lies in two folders is one component, with the scope it is needed for most', () => {
  const { sbom } = sbomOf(
    makeRoot({
      'node_modules/zod': zod,
      'node_modules/builder': { ...zod, dev: true },
      'node_modules/builder/node_modules/zod': { ...zod, dev: true },
    }),
  )
  expect(sbom.components.map(({ name, scope }) => [name, scope])).toEqual([
    ['builder', 'excluded'],
    ['zod', 'required'],
  ])
})

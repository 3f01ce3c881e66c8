import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const roots: string[] = []

// Describes this machine's platform: packages for others are not expected in its install.
const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
const platform = {
  os: process.platform,
  cpu: process.arch,
  libc: header.glibcVersionRuntime ? 'glibc' : 'musl',
}

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const integrity = `sha512-${'A'.repeat(86)}==`
const zod = {
  version: '4.0.0',
  license: 'MIT',
  integrity,
  engines: { node: '^20.19.0 || >=22.12.0' },
}
const row = (name: string, licence: string) => `| \`${name}\`   | ${licence} | Needed.  |\n`

type Entry = {
  version?: string
  license?: string
  integrity?: string
  engines?: Record<string, string>
  os?: string[]
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Group = { cause: string; reason: string; packages: string[] }

/** An install as npm makes it: npm's own record, and the manifest of every package. */
function install(packages: Record<string, Entry>) {
  const manifests = Object.entries(packages).map(([place, { version, license }]) => {
    const name = place.split('node_modules/').at(-1)
    return [`${place}/package.json`, JSON.stringify({ name, version, license })]
  })
  return {
    'node_modules/.package-lock.json': JSON.stringify({ packages }),
    ...Object.fromEntries(manifests.filter(([place]) => place?.includes('node_modules/'))),
  }
}

function check(
  packages: Record<string, Entry>,
  dependencies: string[],
  document = row('zod', 'MIT'),
  groups: Group[] = [],
  installed: Record<string, string> = install(packages),
) {
  const root = mkdtempSync(path.join(tmpdir(), 'locks-'))
  roots.push(root)
  const manifest = { dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])) }
  const whole = { '': manifest, ...packages }
  const files = {
    ...installed,
    'tools/locks/unverified.json': JSON.stringify({ platform, groups }),
    'package.json': JSON.stringify(manifest),
    'features/package.json': '{}',
    'apps/server/package.json': '{}',
    'packages/domain/package.json': '{"dependencies": {"@playhead/ui": "*"}}',
    'package-lock.json': JSON.stringify({ packages: whole }),
    'docs/dependencies.md': document,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const tool = path.join(import.meta.dirname, 'check-locks.mjs')
  const { status, stderr } = spawnSync(process.execPath, [tool, root], { encoding: 'utf8' })
  return { status, problems: stderr.split('\n').filter(Boolean) }
}

test('a sound lock passes', () => {
  expect(check({ 'node_modules/zod': zod }, ['zod'])).toEqual({ status: 0, problems: [] })
})

test('a lock without packages fails', () => {
  expect(check({}, [], '').problems).toEqual([
    'package-lock.json holds no package: the check looked at nothing',
  ])
})

test.each([
  ['>=22.12', false],
  ['^22.0.0 || >=24', false],
  ['>=20.20.0', false],
  ['>= 18', true],
  ['>=18 <20', false],
  ['^20.19.0 || >=22', true],
  ['18 || 20 || >=22', true],
  ['>= 10.x', true],
  ['*', true],
  ['16 - 20', true],
])('engines.node %s is judged against the oldest Node we run on', (range, isFine) => {
  const { status } = check({ 'node_modules/zod': { ...zod, engines: { node: range } } }, ['zod'])
  expect(status === 0).toBe(isFine)
})

test('a platform package that the lock lacks is named, wherever the package lies', () => {
  const { problems } = check(
    {
      'packages/domain': { optionalDependencies: { 'engine-darwin': '1' } },
      'node_modules/zod': { ...zod, optionalDependencies: { 'zod-linux': '1', 'zod-arm': '1' } },
      'node_modules/zod/node_modules/zod-arm': { version: '1.0.0', license: 'MIT', integrity },
    },
    ['zod'],
  )
  expect(problems).toEqual([
    'packages/domain wants engine-darwin, which the lock does not hold',
    'zod wants zod-linux, which the lock does not hold',
  ])
})

test('an address in the lock is refused', () => {
  const resolved = 'https://registry.example.com/zod.tgz'
  const { problems } = check({ 'node_modules/zod': { ...zod, resolved } }, ['zod'])
  expect(problems).toEqual([
    `zod is locked to an address (${resolved}); the lock names versions only`,
  ])
})

test.each(['AGPL-3.0', 'SEE LICENSE IN EULA', 'MIT AND AGPL-3.0'])(
  'the licence %s is refused',
  (license) => {
    const { problems } = check(
      { 'node_modules/zod': { ...zod, license } },
      ['zod'],
      row('zod', license),
    )
    expect(problems).toEqual([
      `zod has the licence ${license}, which is not among the accepted ones`,
    ])
  },
)

test('a licence that a person read is accepted for that package alone', () => {
  const license = 'SEE LICENSE IN ROUTEVIEWS-LICENSE and DBIP-LICENSE (CC-BY-4.0)'
  const problemsOf = (name: string, text: string) =>
    check(
      { [`node_modules/${name}`]: { version: '1.0.0', license: text, integrity } },
      [name],
      row(name, text),
    ).problems
  expect(problemsOf('@ip-location-db/asn', license)).toEqual([])
  expect(problemsOf('zod', license)).toHaveLength(1)
  expect(problemsOf('@ip-location-db/asn', 'SEE LICENSE IN LICENSE')).toHaveLength(1)
})

test('the list of dependencies is complete, exact and names the true licence', () => {
  const packages = { 'node_modules/zod': zod, 'node_modules/pg': { ...zod, version: '8.0.0' } }
  const { problems } = check(packages, ['zod', 'pg'], row('zod', 'ISC') + row('gone', 'MIT'))
  expect(problems).toEqual([
    'docs/dependencies.md does not give a reason for pg',
    'docs/dependencies.md lists gone, which no package.json names',
    'docs/dependencies.md gives zod the licence ISC; it is MIT',
  ])
})

test('a package that names no licence at all is refused', () => {
  const { problems } = check({ 'node_modules/zod': { version: '4.0.0', integrity } }, ['zod'])
  expect(problems).toEqual(['zod has the licence undefined, which is not among the accepted ones'])
})

const unverified = (name: string, cause: string) =>
  `${name} cannot be verified (${cause}), and tools/locks/unverified.json does not say so`
const surplus = (name: string) =>
  `tools/locks/unverified.json names ${name}, which is verified or gone`

describe('a package without a checksum', () => {
  const bare = { version: '4.0.0', license: 'MIT' }
  const problemsOf = (entry: Entry, groups: Group[]) =>
    check({ 'node_modules/zod': entry }, ['zod'], row('zod', 'MIT'), groups).problems
  const group = { cause: 'no checksum', reason: 'There is no archive.', packages: ['zod'] }

  test.each([undefined, '', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', 'sha512-AAAA', `${integrity}=`])(
    'is refused: %s',
    (text) => {
      const entry = text === undefined ? bare : { ...bare, integrity: text }
      expect(problemsOf(entry, [])).toEqual([unverified('zod', 'no checksum')])
    },
  )

  test('passes with a reason, under the true cause, and no longer than it is true', () => {
    expect(problemsOf(bare, [group])).toEqual([])
    expect(problemsOf(bare, [{ ...group, cause: 'not installed' }])).toEqual([
      unverified('zod', 'no checksum'),
    ])
    expect(problemsOf(bare, [{ ...group, reason: '' }])).toEqual([
      'tools/locks/unverified.json gives no reason for its packages with "no checksum"',
    ])
    expect(problemsOf(zod, [group])).toEqual([surplus('zod')])
    expect(problemsOf(bare, [{ ...group, packages: ['zod', 'gone'] }])).toEqual([surplus('gone')])
    expect(problemsOf(bare, [group, group])).toEqual([
      'tools/locks/unverified.json names zod twice',
    ])
  })
})

test('a package that only another platform installs is listed, with all that it alone brings', () => {
  const other = process.platform === 'aix' ? 'sunos' : 'aix'
  const own = { ...zod, optionalDependencies: { 'zod-other': '1', 'zod-not-here': '1' } }
  const packages = {
    'node_modules/zod': own,
    'node_modules/zod-other': { ...zod, os: [other], dependencies: { brought: '1' } },
    'node_modules/zod-not-here': { ...zod, os: [`!${process.platform}`] },
    'node_modules/brought': zod,
  }
  const problemsOf = (names: string[]) => {
    const group = { cause: 'not installed', reason: 'For others.', packages: names }
    const installed = install({ 'node_modules/zod': own })
    return check(packages, ['zod'], row('zod', 'MIT'), [group], installed).problems
  }
  const names = ['brought', 'zod-not-here', 'zod-other']
  expect(problemsOf(names)).toEqual([])
  expect(problemsOf([]).toSorted()).toEqual(names.map((name) => unverified(name, 'not installed')))
  expect(problemsOf([...names, 'zod'])).toEqual([surplus('zod')])
})

describe('what npm installed', () => {
  const place = 'node_modules/zod'
  const problemsOf = (installed: Record<string, string>) =>
    check({ [place]: zod }, ['zod'], row('zod', 'MIT'), [], installed).problems
  const withManifest = (manifest: object) => ({
    ...install({ [place]: zod }),
    [`${place}/package.json`]: JSON.stringify({
      name: 'zod',
      version: '4.0.0',
      license: 'MIT',
      ...manifest,
    }),
  })

  test('is recorded, complete, and nothing but what the lock holds', () => {
    expect(problemsOf({})).toEqual(['node_modules holds no record of npm: run npm ci'])
    expect(problemsOf(install({}))).toEqual([`${place} is not installed: run npm ci`])
    expect(problemsOf(install({ [place]: zod, 'node_modules/more': zod }))).toEqual([
      'node_modules/more is installed, but the lock does not hold it: run npm ci',
    ])
  })

  test('has the bytes that the lock names', () => {
    const bytes = `sha512-${'B'.repeat(86)}==`
    const problem = `${place} was installed as 4.0.0 from other bytes than the lock names: run npm ci`
    expect(problemsOf(install({ [place]: { ...zod, integrity: bytes } }))).toEqual([problem])
    expect(problemsOf(install({ [place]: { version: '4.0.0', license: 'MIT' } }))).toEqual([
      problem,
    ])
  })

  test('says itself what the lock says of it', () => {
    expect(problemsOf(withManifest({}))).toEqual([])
    expect(problemsOf(withManifest({ version: '3.9.0' }))).toEqual([
      `${place} holds zod 3.9.0; the lock names zod 4.0.0`,
    ])
    expect(problemsOf(withManifest({ name: 'zodd' }))).toEqual([
      `${place} holds zodd 4.0.0; the lock names zod 4.0.0`,
    ])
    expect(problemsOf(withManifest({ license: 'AGPL-3.0' }))).toEqual([
      'zod says its licence is AGPL-3.0; the lock says MIT',
    ])
  })
})

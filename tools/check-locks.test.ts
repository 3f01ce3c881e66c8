import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const roots: string[] = []

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const zod = { version: '4.0.0', license: 'MIT', engines: { node: '^20.19.0 || >=22.12.0' } }
const row = (name: string, licence: string) => `| \`${name}\`   | ${licence} | Needed.  |\n`

function check(
  packages: Record<string, object>,
  dependencies: string[],
  document = row('zod', 'MIT'),
) {
  const root = mkdtempSync(path.join(tmpdir(), 'locks-'))
  roots.push(root)
  const manifest = { dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])) }
  const files = {
    'package.json': JSON.stringify(manifest),
    'features/package.json': '{}',
    'apps/server/package.json': '{}',
    'packages/domain/package.json': '{"dependencies": {"@playhead/ui": "*"}}',
    'package-lock.json': JSON.stringify({ packages }),
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
      'node_modules/zod/node_modules/zod-arm': { version: '1.0.0', license: 'MIT' },
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
      { [`node_modules/${name}`]: { version: '1.0.0', license: text } },
      [name],
      row(name, text),
    ).problems
  expect(problemsOf('@ip-location-db/asn', license)).toEqual([])
  expect(problemsOf('zod', license)).toHaveLength(1)
  expect(problemsOf('@ip-location-db/asn', 'SEE LICENSE IN LICENSE')).toHaveLength(1)
})

test('the list of dependencies is complete, exact and names the true licence', () => {
  const packages = { 'node_modules/zod': zod, 'node_modules/pg': { version: '8', license: 'MIT' } }
  const { problems } = check(packages, ['zod', 'pg'], row('zod', 'ISC') + row('gone', 'MIT'))
  expect(problems).toEqual([
    'docs/dependencies.md does not give a reason for pg',
    'docs/dependencies.md lists gone, which no package.json names',
    'docs/dependencies.md gives zod the licence ISC; it is MIT',
  ])
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const roots: string[] = []

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

function plant(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
  roots.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const tool = path.join(import.meta.dirname, 'check-boundaries.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, root], { encoding: 'utf8' })
  return { status, stdout, problems: stderr.split('\n').filter(Boolean) }
}

const rooms = (...names: string[]) =>
  `# Rooms\n\n\`\`\`tree\n${names.map((name) => `${name}  what it is for`).join('\n')}\n\`\`\`\n`

const goodHouse = {
  'ARCHITECTURE.md': rooms('apps/server', 'features/data', 'packages/domain', 'packages/ui'),
  'packages/domain/roles.ts': `import { z } from 'zod'\nexport const Role = z.string()\n`,
  'packages/ui/button.tsx': `import { Button } from 'react-aria-components'\nexport { Button }\n`,
  'features/data/notes/contract.ts': `import { Role } from '@playhead/domain/roles.ts'\nexport { Role }\n`,
  'features/data/notes/server/index.ts': `export { routes } from './routes.ts'\n`,
  'features/data/notes/server/routes.ts': `import { listNotes } from './notes.sql.ts'\nimport { Role } from '../contract.ts'\nexport const routes = [listNotes, Role]\n`,
  'features/data/notes/server/notes.sql.ts': `import { sql } from '@playhead/postgres/sql.ts'\nexport const listNotes = sql\n`,
  'features/data/notes/web/index.ts': `export { Button } from '@playhead/ui/button.tsx'\n`,
  'apps/server/features.ts': `import * as notes from '@playhead/features/data/notes/server'\nexport const features = [notes]\n`,
}

test('a house that follows the rules passes', () => {
  const { status, stdout, problems } = plant(goodHouse)
  expect(problems).toEqual([])
  expect(status).toBe(0)
  expect(stdout).toBe('8 files, 9 imports, 0 violations\n')
})

test('the check fails when it sees no file', () => {
  const { status, problems } = plant({ 'ARCHITECTURE.md': rooms() })
  expect(status).toBe(1)
  expect(problems).toContain('no source file was found: the check looked at nothing')
})

const imports = `import { implement } from '@playhead/server-kit/implement.ts'\nimport { labels } from '../contract.ts'\n`

const violations: [name: string, file: string, source: string, message: string][] = [
  [
    'a pure package that reads files',
    'packages/domain/clock.ts',
    `import { readFileSync } from 'node:fs'\nexport { readFileSync }\n`,
    'packages/domain/clock.ts:1 imports node:fs: pure rooms import zod only',
  ],
  [
    'a package that imports one above it',
    'packages/ui/list.tsx',
    `\nimport type { Page } from '@playhead/contract-kit/paging.ts'\nexport type { Page }\n`,
    'packages/ui/list.tsx:2 imports @playhead/contract-kit/paging.ts: a package imports only the packages below it',
  ],
  [
    'a package nobody wrote a rule for',
    'packages/domain-two/roles.ts',
    `export { z } from 'zod'\n`,
    'packages/domain-two/roles.ts:1 imports zod: every package has a line in the import rules',
  ],
  [
    'a package that imports a feature',
    'packages/ui/notes.tsx',
    `export { Notes } from '@playhead/features/data/notes/web'\n`,
    'packages/ui/notes.tsx:1 imports @playhead/features/data/notes/web: packages never import features',
  ],
  [
    'a feature that imports an app',
    'features/data/notes/server/app.ts',
    `export { features } from '@playhead/server/features.ts'\n`,
    'features/data/notes/server/app.ts:1 imports @playhead/server/features.ts: nobody imports apps',
  ],
  [
    'a server part that imports the interface kit',
    'features/data/notes/server/draw.ts',
    `export { Button } from '@playhead/ui/button.tsx'\n`,
    'features/data/notes/server/draw.ts:1 imports @playhead/ui/button.tsx: a feature part imports only the packages made for it',
  ],
  [
    'a web part that reaches for the server part',
    'features/data/notes/web/cheat.ts',
    `export const load = () => import('../server/routes.ts')\n`,
    'features/data/notes/web/cheat.ts:1 imports ../server/routes.ts: a feature part imports only its own side and contracts',
  ],
  [
    'a web part that reaches for the server part by a template',
    'features/data/notes/web/cheat-by-template.ts',
    'export const load = () => import(`../server/routes.ts`)\n',
    'features/data/notes/web/cheat-by-template.ts:1 imports ../server/routes.ts: a feature part imports only its own side and contracts',
  ],
  [
    'a web part that reaches for a file of the server part by its name',
    'features/data/notes/web/cheat-by-name.ts',
    'export const load = (name: string) => import(/* @vite-ignore */ `../server/${name}.ts`)\n',
    'features/data/notes/web/cheat-by-name.ts:1 imports ../server/${name}.ts: a feature part imports only its own side and contracts',
  ],
  [
    'a function that is exported in a list',
    'packages/domain/listed.ts',
    `function rolesOf() {}\nexport { rolesOf }\n`,
    'packages/domain/listed.ts:1 exports the function rolesOf: an exported function is an arrow function, `export const`',
  ],
  [
    'a contract that reaches for a server part',
    'features/data/views/contract.ts',
    `export { routes } from '@playhead/features/data/notes/server'\n`,
    'features/data/views/contract.ts:1 imports @playhead/features/data/notes/server: a feature part imports only its own side and contracts',
  ],
  [
    'a relative path into the contract of another feature',
    'features/data/plans/contract.ts',
    `export { Role } from '../notes/contract.ts'\n`,
    'features/data/plans/contract.ts:1 imports ../notes/contract.ts: a feature is entered by its front doors only',
  ],
  [
    'an import deep into another feature',
    'features/data/views/server/index.ts',
    `export { routes } from '@playhead/features/data/notes/server/routes.ts'\n`,
    'features/data/views/server/index.ts:1 imports @playhead/features/data/notes/server/routes.ts: a feature is entered by its front doors only',
  ],
  [
    'a relative path into another feature',
    'features/data/views/web/index.ts',
    `export { Button } from '../../notes/web/index.ts'\n`,
    'features/data/views/web/index.ts:1 imports ../../notes/web/index.ts: a feature is entered by its front doors only',
  ],
  [
    'a relative path into a package',
    'apps/server/main.ts',
    `export { Role } from '../../packages/domain/roles.ts'\n`,
    'apps/server/main.ts:1 imports ../../packages/domain/roles.ts: rooms are imported by package name, not by relative path',
  ],
  [
    'a program file that imports the testing package',
    'apps/server/seed.ts',
    `export { world } from '@playhead/testing/world.ts'\n`,
    'apps/server/seed.ts:1 imports @playhead/testing/world.ts: only tests import the testing package',
  ],
  [
    'SQL outside a query file',
    'features/data/notes/server/query.ts',
    `import { sql } from '@playhead/postgres/sql.ts'\nexport const query = sql\n`,
    'features/data/notes/server/query.ts:1 imports @playhead/postgres/sql.ts: only *.sql.ts imports the sql tag',
  ],
  [
    'a browser part that imports Node modules',
    'features/data/notes/web/read-file.ts',
    `import 'node:fs'\n`,
    'features/data/notes/web/read-file.ts:1 imports node:fs: the browser side never imports Node modules',
  ],
  [
    'a server part that imports React',
    'features/data/notes/server/view.ts',
    `import 'react'\n`,
    'features/data/notes/server/view.ts:1 imports react: the server side never imports browser modules',
  ],
  [
    'a kit that imports the router',
    'packages/ui/link.tsx',
    `export { Link } from '@tanstack/react-router'\n`,
    'packages/ui/link.tsx:1 imports @tanstack/react-router: ui draws: no router and no query library',
  ],
  [
    'a handler in a file with another name',
    'features/data/labels/server/index.ts',
    `${imports}import { createLabel } from './write-labels.ts'\nimplement(labels, {\n  create: createLabel,\n})\n`,
    'features/data/labels/server/index.ts:5 lists createLabel of ./write-labels.ts: a handler is imported from a file named after it, create-label.ts',
  ],
  [
    'a handler that gets another name on import',
    'features/data/renamed/server/index.ts',
    `${imports}import { write as createLabel } from './create-label.ts'\nimplement(labels, { create: createLabel })\n`,
    'features/data/renamed/server/index.ts:4 lists write of ./create-label.ts: a handler is imported from a file named after it, write.ts',
  ],
  [
    'a handler written in the front door',
    'features/data/inline/server/index.ts',
    `${imports}implement(labels, { list: async () => ({ data: [] }) })\n`,
    'features/data/inline/server/index.ts:3 lists a handler without a name: a handler is imported from a file named after it',
  ],
  [
    'a handler declared in the front door',
    'features/data/declared/server/index.ts',
    `${imports}const listLabels = () => []\nimplement(labels, { list: listLabels })\n`,
    'features/data/declared/server/index.ts:4 lists listLabels, which is not imported: a handler is imported from a file named after it',
  ],
  [
    'a handler in a file with another name, inside of a call',
    'features/data/wrapped/server/index.ts',
    `${imports}import { listLabels } from './labels.ts'\nimport { limit } from './limit.ts'\nimplement(labels, { list: limit(5, listLabels) })\n`,
    'features/data/wrapped/server/index.ts:5 lists listLabels of ./labels.ts: a handler is imported from a file named after it, list-labels.ts',
  ],
  [
    'handlers that come as one object',
    'features/data/whole/server/index.ts',
    `${imports}import { handlers } from './handlers.ts'\nimplement(labels, { ...handlers })\n`,
    'features/data/whole/server/index.ts:4 lists a handler without a name: a handler is imported from a file named after it',
  ],
  [
    'endpoints that are implemented behind the front door',
    'features/data/notes/server/endpoints.ts',
    imports,
    'features/data/notes/server/endpoints.ts:1 imports @playhead/server-kit/implement.ts: endpoints are implemented in the server/index.ts of a feature',
  ],
  [
    'a setup tool that needs an installed package',
    'tools/start.mjs',
    `import 'zod'\n`,
    'tools/start.mjs:1 imports zod: tools that run before the install use Node alone',
  ],
  [
    'a junk drawer',
    'packages/ui/utils/round.ts',
    `export const round = Math.round\n`,
    'packages/ui/utils/round.ts: no room or file named utils, lib, common, shared, helpers or types',
  ],
  [
    'a barrel',
    'packages/ui/index.ts',
    `export { Button } from './button.tsx'\n`,
    'packages/ui/index.ts: index files are the front doors of features only',
  ],
  [
    'a file name in camel case',
    'packages/ui/dataTable.tsx',
    `export const table = 1\n`,
    'packages/ui/dataTable.tsx: file names are kebab-case',
  ],
  [
    'a file beside the features',
    'features/data/limits.ts',
    `export const limit = 1\n`,
    'features/data/limits.ts: a feature lies in features/area/name',
  ],
  [
    'product code that imports a test helper',
    'packages/ui/tooltip.tsx',
    `import { rows } from './testing-rows.ts'\nexport { rows }\n`,
    'packages/ui/tooltip.tsx:1 imports ./testing-rows.ts: product code never imports test helpers',
  ],
  [
    'product code that imports from a folder of test helpers',
    'packages/ui/meter.tsx',
    `import { rows } from './testing-corpus/rows.ts'\nexport { rows }\n`,
    'packages/ui/meter.tsx:1 imports ./testing-corpus/rows.ts: product code never imports test helpers',
  ],
  [
    'a file that does not parse',
    'packages/ui/broken.ts',
    `import { from 'zod'\n`,
    'packages/ui/broken.ts does not parse',
  ],
]

test('every planted violation is caught, each by its own rule', () => {
  const planted = Object.fromEntries(violations.map(([, file, source]) => [file, source]))
  const { status, problems } = plant({ ...goodHouse, ...planted })
  expect(status).toBe(1)
  for (const [name, , , message] of violations) {
    expect(
      problems.filter((problem) => problem.startsWith(message)),
      name,
    ).toHaveLength(1)
  }
})

test('features that import each other in a circle are caught', () => {
  const { status, problems } = plant({
    ...goodHouse,
    'features/data/views/web/index.ts': `export { Button } from '@playhead/features/data/notes/web'\n`,
    'features/data/notes/web/views.ts': `export { Views } from '@playhead/features/data/views/web'\n`,
  })
  expect(status).toBe(1)
  expect(problems).toEqual([
    'rooms import each other in a circle: features/data/notes/web → features/data/views/web → features/data/notes/web',
  ])
})

test('capabilities that import each other in a circle are caught, in any of their parts', () => {
  const { status, problems } = plant({
    ...goodHouse,
    'features/data/views/contract.ts': `export const views = 1\n`,
    'features/data/views/server/index.ts': `export { routes } from '@playhead/features/data/notes/server'\n`,
    'features/data/notes/web/views.ts': `export { views } from '@playhead/features/data/views/contract'\n`,
  })
  expect(status).toBe(1)
  expect(problems).toEqual([
    'capabilities import each other in a circle: features/data/notes → features/data/views → features/data/notes',
  ])
})

test('the list of rooms and the folders must agree both ways', () => {
  const { status, problems } = plant({
    ...goodHouse,
    'ARCHITECTURE.md': rooms('apps/server', 'features/data', 'packages/domain', 'packages/attic'),
    'cellar/wine.txt': 'red',
  })
  expect(status).toBe(1)
  expect(problems).toEqual([
    'ARCHITECTURE.md lists packages/attic, which does not exist',
    'cellar exists but ARCHITECTURE.md does not list it',
    'packages/ui exists but ARCHITECTURE.md does not list it',
  ])
})

test('a house without a list of rooms fails', () => {
  const { 'ARCHITECTURE.md': removed, ...house } = goodHouse
  expect(removed).toContain('tree')
  expect(plant(house).problems).toEqual(['ARCHITECTURE.md is missing: it holds the list of rooms'])
})

test('handlers are taken from files named after them, also in a folder, in a call and by way of another feature', () => {
  const { status, problems } = plant({
    ...goodHouse,
    'features/data/labels/server/index.ts': `${imports}import { listNotes as list } from '@playhead/features/data/notes/server'
import { createLabel } from './create-label.ts'
import { logRefusals } from './log-refusals.ts'
import { readMp4OfLabel } from './files/read-mp4-of-label.ts'
export const endpoints = implement(labels, {
  list,
  create: logRefusals('create', createLabel),
  readMp4: readMp4OfLabel('mp4'),
})
`,
    'features/data/notes/server/index.ts': `export { listNotes } from './list-notes.ts'\n`,
  })
  expect(problems).toEqual([])
  expect(status).toBe(0)
})

test('a handler of another feature comes from a file named after it there', () => {
  const { problems } = plant({
    ...goodHouse,
    'features/data/labels/server/index.ts': `${imports}import { listNotes } from '@playhead/features/data/notes/server'\nimplement(labels, { listNotes })\n`,
    'features/data/notes/server/index.ts': `export { listNotes } from './notes.ts'\n`,
  })
  expect(problems).toEqual([
    'features/data/labels/server/index.ts:4 lists listNotes of ./notes.ts: a handler is imported from a file named after it, list-notes.ts',
  ])
})

test('tests may use the testing package and drive the composed program', () => {
  const { status, problems } = plant({
    ...goodHouse,
    'ARCHITECTURE.md': rooms(
      'apps/server',
      'features/data',
      'packages/domain',
      'packages/ui',
      'tests',
    ),
    'apps/server/program.ts': `export { features } from './features.ts'\n`,
    'features/data/notes/server/routes.test.ts': `import '@playhead/testing/world.ts'\n`,
    'tests/sdk.test.ts': `import { features } from '@playhead/server/features.ts'\nexport { features }\n`,
  })
  expect(problems).toEqual([])
  expect(status).toBe(0)
})

test('a file that only tests import is named as a test helper', () => {
  const { problems } = plant({
    ...goodHouse,
    'packages/ui/press.ts': `export const press = 1\n`,
    'packages/ui/click.ts': `export const click = 1\n`,
    'packages/ui/link.ts': `export { click } from './click.ts'\n`,
    'packages/ui/testing-press.ts': `export { press } from './press.ts'\n`,
    'packages/ui/testing-worlds/small.ts': `export const small = 1\n`,
    'packages/ui/button.test.ts': `import { click } from './click.ts'\nimport { press } from './press.ts'\nimport { held } from './testing-press.ts'\nimport { small } from './testing-worlds/small.ts'\nexport { click, held, press, small }\n`,
  })
  expect(problems).toEqual([
    'packages/ui/press.ts: a file that only tests import is named testing or testing-*',
  ])
})

test('a test helper is named by what it does', () => {
  const helpers = `const press = () => {}
export const standIn = async () => {}
export const aView = () => {}
export const answer = () => {}
export function* openAll() {}
export { press, press as pressButton }
export interface Opened {}
export const ids = { view: 'one' }
`
  const { problems } = plant({
    ...goodHouse,
    'ARCHITECTURE.md': goodHouse['ARCHITECTURE.md'].replace(
      'packages/ui  ',
      'packages/testing  what tests need\npackages/ui  ',
    ),
    'packages/testing/world.ts': `export const howMany = () => 2\nexport const world = () => {}\n`,
    'packages/testing/world.test.ts': `export const helper = () => {}\n`,
    'packages/testing/engines.global.ts': `export const setup = () => {}\n`,
    'packages/ui/testing-press.ts': helpers,
    'packages/ui/button-texts.ts': `export const textOf = () => ''\n`,
  })
  const rule = 'the name of a test helper starts with a verb or article that CONTRIBUTING.md lists'
  expect(problems).toEqual([
    `packages/testing/world.ts:2 exports world: ${rule}`,
    `packages/ui/testing-press.ts:2 exports standIn: ${rule}`,
    `packages/ui/testing-press.ts:4 exports answer: ${rule}`,
    `packages/ui/testing-press.ts:1 exports press: ${rule}`,
  ])
})

test('the guide lists every start of a test helper that the check allows', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
  const [, list] = /const starts = \[([^\]]+)\]/.exec(
    read('tools/boundaries/check-helper-names.mjs'),
  )!
  const line = /^- Name a test helper .+$/m.exec(read('CONTRIBUTING.md'))![0]
  const named = [...line.matchAll(/`([a-z]+)X`/g)].map(([, start]) => start)
  expect(named.toSorted()).toEqual(list!.match(/[a-z]+/g)!.toSorted())
})

const writing = (...statements: string[]) =>
  statements.map((text, at) => `export const write${at} = \`${text}\`\n`).join('')

test('a table is written by one room', () => {
  const { problems } = plant({
    ...goodHouse,
    'features/data/notes/server/notes.sql.ts': writing(
      'select id from notes for update',
      'with gone as (delete from notes where id = 1 returning id) select id from gone',
      'insert into tags (id) values (1) on conflict (id) do update set name = excluded.name',
    ),
    'features/data/tags/server/tags.sql.ts': writing('select name from notes'),
    'features/data/tags/server/rename.sql.ts': writing('update tags as t\n  set name = 1'),
    'features/data/tags/server/testing-notes.sql.ts': writing('update notes set name = 1'),
    'packages/domain/notes.ts': '// update notes set name = 1\n',
  })
  expect(problems).toEqual([
    'tags is written by features/data/notes, features/data/tags: one room owns a table, or sharedTables lists why not',
  ])
})

test('a table with several writers lists them, and each of them writes', () => {
  const { problems } = plant({
    ...goodHouse,
    'features/data/notes/server/notes.sql.ts': writing(
      'delete from notes',
      'insert into memberships (id) values (1)',
    ),
    'apps/server/seed.sql.ts': writing('insert into memberships (id) values (1)'),
  })
  expect(problems).toEqual([
    'features/data/notes/server/notes.sql.ts:2 writes memberships: only packages/server-kit does, call a setter of it',
    'sharedTables lists packages/server-kit for memberships, but it does not write it',
  ])
})

test('a folder holds at most 25 source files side by side, not counting tests', () => {
  const filesOf = (count: number, ending: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `packages/domain/roles/role-${at}${ending}`,
        'export const role = 1\n',
      ]),
    )
  const tests = { ...goodHouse, ...filesOf(9, '.test.ts') }
  expect(plant({ ...tests, ...filesOf(25, '.ts') }).problems).toEqual([])
  expect(plant({ ...tests, ...filesOf(26, '.ts') }).problems).toEqual([
    'packages/domain/roles holds 26 source files side by side: at most 25, make folders in it',
  ])
})

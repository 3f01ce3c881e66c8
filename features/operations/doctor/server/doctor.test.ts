import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect as connectClickHouse } from '@playhead/clickhouse/client.ts'
import { connect as connectPostgres } from '@playhead/postgres/client.ts'
import { startListening } from '@playhead/features/video/broadcasts/server'
import type { App } from '@playhead/server-kit/app.ts'
import { Disk } from '@playhead/server-kit/health/disk.ts'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import {
  setNoFailures,
  setDue,
  insertFailures,
} from '@playhead/server-kit/schedules/testing-schedules.sql.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { checkDiskSpace } from './check-data-folder.ts'
import { doctorCommand } from './doctor-command.ts'
import type { Finding } from './finding.ts'

const clickhouse = await makeTestClickHouse()
const {
  app: bare,
  dataFolder,
  clock,
  database,
} = await startTestApp([], {
  clickhouse,
  settings: { LIVE_RTMP_PORT: 'off' },
})
const keys = join(dataFolder, 'keys')
let app: App

/** Prints what the real programs print; most tests are not about ffmpeg, which takes longer to start. */
const ffmpeg = join(dataFolder, 'ffmpeg')

beforeAll(async () => {
  await mkdir(keys, { mode: 0o700 })
  const answers = [
    'version="$(basename $0) version 7.1.2 Copyright"',
    'case "$*" in *-encoders*)',
    'echo "$version" >&2; echo " V....D libx264 x"; echo " A....D aac y";;',
    '*) echo "$version";; esac',
  ]
  for (const program of ['ffmpeg', 'ffprobe'])
    await writeFile(join(dataFolder, program), ['#!/bin/sh', ...answers].join('\n'), {
      mode: 0o755,
    })
})
beforeEach(async () => {
  const secret = randomBytes(32)
  await rm(join(keys, 'server-secret'), { force: true })
  await writeFile(join(keys, 'server-secret'), secret, { mode: 0o600 })
  app = { ...bare, vault: new Vault(secret) }
  app = withSettings({})
})

const withSettings = (given: Record<string, string>): App => {
  const settings = readSettings({
    PLAYHEAD_DATA: dataFolder,
    FFMPEG_PATH: ffmpeg,
    LIVE_RTMP_PORT: 'off',
    ...given,
  })
  return { ...app, settings, mailer: createMailer(settings, app.clock.now) }
}

const examine = async (examined: App) => {
  const { status, checks } = (await doctorCommand.run(examined, {})) as {
    status: string
    checks: (Finding & { name: string })[]
  }
  const of = (name: string) => {
    const { status: found, detail } = checks.find((check) => check.name === name)!
    return [found, detail]
  }
  return { status, checks, of }
}

test('a server on which all is well says so, with versions', async () => {
  const { status, checks, of } = await examine(app)
  expect(checks.filter((check) => check.status !== 'ok')).toEqual([])
  expect(status).toBe('ok')
  expect(checks.map(({ name }) => name)).toEqual([
    'Program',
    'Database',
    'Database migrations',
    'Analytics database',
    'Analytics migrations',
    'Data folder',
    'Keys',
    'Disk space',
    'ffmpeg',
    'Media',
    'Live',
    'Schedules',
    'Sums of hours and days',
    'Mail',
    'Public address',
    'Hosts',
    'Outbound calls',
    'Demo',
    'Clock',
  ])
  expect(of('Program')[1]).toMatch(/^Playhead \d+\.\d+\.\d+ \(build test\) on Node \d+\./)
  expect(of('Database')[1]).toMatch(/^Postgres 1\d\.\d+.* answers\.$/)
  expect(of('Analytics database')[1]).toMatch(/^ClickHouse \d+\.\d+.* answers\.$/)
  expect(of('Database migrations')[1]).toMatch(/^All \d+ are applied and unchanged\.$/)
  expect(of('ffmpeg')[1]).toBe(`ffmpeg 7.1.2 at ${ffmpeg}.`)
})

test('the private addresses open to calls are listed, and opening all is a warning', async () => {
  const told = async (opened: string) =>
    (await examine(withSettings({ PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: opened }))).of('Outbound calls')
  expect(await told('0')).toEqual(['ok', 'To public addresses only.'])
  expect(await told('sso.intranet,10.8.0.0/16')).toEqual([
    'ok',
    'To public addresses and to sso.intranet, 10.8.0.0/16.',
  ])
  expect(await told('1')).toEqual(['warning', expect.stringContaining('its whole network')])
})

test('a port for encoders that is not open is a failure, and none is wanted when it is off', async () => {
  expect((await examine(app)).of('Live')).toEqual(['ok', 'Live streams are switched off.'])
  expect((await examine(withSettings({ LIVE_RTMP_PORT: '5222' }))).of('Live')).toEqual([
    'failed',
    'Encoders cannot connect: port 5222 of 127.0.0.1 is not open. Free it, or set LIVE_RTMP_PORT to another port and restart.',
  ])
  expect((await examine(withSettings({ PLAYHEAD_ROLES: 'api' }))).of('Live')).toEqual([
    'ok',
    'Another process takes encoders.',
  ])
})

test('encoders that are told a name at which nothing listens are a warning', async () => {
  const told = (host: string) =>
    withSettings({ LIVE_RTMP_PORT: '0', LIVE_HOST: host, LIVE_PUBLIC_HOST: 'live.example.com' })
  const listening = await startListening(told('127.0.0.1'), database)
  try {
    expect((await examine(told('127.0.0.1'))).of('Live')).toEqual([
      'warning',
      'Encoders on other machines cannot connect: their address names live.example.com, but the port is open on 127.0.0.1 only. Set LIVE_HOST to 0.0.0.0.',
    ])
    expect((await examine(told('0.0.0.0'))).of('Live')[0]).toBe('ok')
  } finally {
    await listening.stop()
  }
})

test('a schedule that keeps failing is named with its reason, one failure is not', async () => {
  await insertFailures(app.postgres, 'sweep the yard', 2, 'rain')
  expect((await examine(app)).of('Schedules')).toEqual(['ok', 'All schedules run on time.'])
  await insertFailures(app.postgres, 'count the boats', 4, 'fog')
  expect((await examine(app)).of('Schedules')).toEqual([
    'warning',
    '“count the boats” failed 4 times in a row (fog): the log has the details.',
  ])
  await setDue(app.postgres, 'count the boats', 60)
  await setNoFailures(app.postgres)
  await setDue(app.postgres, 'sweep the yard', -3_600)
  expect((await examine(app)).of('Schedules')).toEqual([
    'warning',
    '“sweep the yard” was due 60 minutes ago: is there a process with the role scheduler?',
  ])
  await setDue(app.postgres, 'sweep the yard', 60)
})

describe('engines that were stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ph-doctor-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('are failures with a reason, and the other checks still answer', async () => {
    // What a stopped engine leaves: a folder without a socket, and a port where nothing listens.
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const password = randomBytes(16).toString('hex')
    const socket = encodeURIComponent(folder)
    const clients = [
      connectPostgres(`postgresql://playhead:${password}@localhost/playhead?host=${socket}`),
      connectClickHouse(`http://playhead:${password}@127.0.0.1:${port}/default`),
    ] as const
    const { status, checks, of } = await examine({
      ...app,
      postgres: clients[0],
      clickhouse: clients[1],
    })
    await Promise.all(clients.map((client) => client.close()))
    expect(status).toBe('failed')
    expect(of('Database')).toEqual([
      'failed',
      expect.stringMatching(/^Postgres .*cannot be reached/),
    ])
    expect(of('Database migrations')[0]).toBe('failed')
    expect(of('Clock')[0]).toBe('failed')
    expect(of('Analytics database')).toEqual([
      'failed',
      expect.stringMatching(/^ClickHouse .*cannot be reached/),
    ])
    expect(of('Keys')[0]).toBe('ok')
    expect(JSON.stringify(checks)).not.toContain(password)
  })
})

describe('migrations', () => {
  test('that were added or changed under a running program fail', async () => {
    const root = await mkdtemp(join(tmpdir(), 'ph-root-'))
    afterAll(() => rm(root, { recursive: true, force: true }))
    await writeFile(join(root, 'package.json'), '{"version":"9.9.9"}')
    for (const engine of ['postgres', 'clickhouse'])
      await mkdir(join(root, 'database', engine), { recursive: true })
    await writeFile(join(root, 'database/postgres/20261121_0100_accounts.sql'), 'select 1;')
    const { status, of } = await examine({ ...app, projectRoot: root })
    expect(status).toBe('failed')
    expect(of('Database migrations')).toEqual([
      'failed',
      'Changed after they had been applied: 20261121_0100_accounts.sql. Restore these files.',
    ])
    expect(of('Analytics migrations')[1]).toMatch(
      /^Applied by a newer version: \S+\.sql(, \S+\.sql)*\./,
    )

    await writeFile(join(root, 'database/clickhouse/20991231_0001_later.sql'), 'select 1;')
    const real = join(app.projectRoot, 'database/clickhouse')
    await cp(real, join(root, 'database/clickhouse'), { recursive: true })
    expect((await examine({ ...app, projectRoot: root })).of('Analytics migrations')).toEqual([
      'failed',
      'Not applied yet: 20991231_0001_later.sql. Restart the program to apply them.',
    ])
  })
})

describe('data folder and keys', () => {
  test('that others can write to or open fail, and so does a foreign or missing secret', async () => {
    const secret = join(keys, 'server-secret')
    await chmod(dataFolder, 0o777)
    await chmod(secret, 0o644)
    const open = await examine(app)
    await chmod(dataFolder, 0o711)
    expect(open.of('Data folder')[0]).toBe('failed')
    expect(open.of('Keys')).toEqual([
      'failed',
      `Other users can open ${secret} (0644): run chmod go-rwx on it.`,
    ])

    await chmod(secret, 0o600)
    await writeFile(secret, randomBytes(32))
    expect((await examine(app)).of('Keys')).toEqual([
      'failed',
      expect.stringContaining('is not the secret that this program uses'),
    ])
    await rm(secret)
    expect((await examine(app)).of('Keys')).toEqual([
      'failed',
      `${secret} is missing: restore it from a backup.`,
    ])
  })

  test.each([
    [11, 'ok', '11.0 GB (11 %) are free for /data.'],
    [9.9, 'warning', '9.9 GB (9 %) are free for /data: free some space before it is full.'],
    [
      4.9,
      'failed',
      '4.9 GB (4 %) are free for /data: uploads are refused and no video is processed. Free some space now.',
    ],
    [
      0.1,
      'failed',
      '0.1 GB (0 %) are free for /data: beacons may be refused. Free some space now.',
    ],
  ])('%s GB of 100 free are %s', async (free, status, detail) => {
    const reading = { freeBytes: free * 1e9, totalBytes: 100e9 }
    const disk = new Disk({ reservePercent: 5, read: async () => reading })
    const settings = { ...app.settings, dataFolder: '/data' }
    expect(await checkDiskSpace({ disk, settings })).toEqual({ status, detail })
  })
})

describe('mail', () => {
  test('in the outbox is counted, and is a warning on a public server', async () => {
    await app.mailer.send({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' })
    expect((await examine(app)).of('Mail')).toEqual([
      'ok',
      'No mail server is set: the outbox, which staff can read, keeps 1 mail.',
    ])
    const open = withSettings({ PLAYHEAD_PUBLIC_URL: 'https://video.example.com' })
    expect((await examine(open)).of('Mail')).toEqual([
      'warning',
      'No mail server is set, so no mail is sent: the outbox, which staff can read, keeps 1 mail. Set SMTP_URL.',
    ])
  })

  test('through a server that listens is well, and through a closed door it fails', async () => {
    const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const mail = withSettings({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect((await examine(mail)).of('Mail')).toEqual([
      'ok',
      `The mail server 127.0.0.1:${port} accepts mail.`,
    ])
    await new Promise<void>((resolve) => server.close(() => resolve()))

    const secret = withSettings({ SMTP_URL: `smtp://ada:geheim@127.0.0.1:${port}` })
    const { status, of } = await examine(secret)
    expect(status).toBe('failed')
    expect(of('Mail')[0]).toBe('failed')
    expect(of('Mail')[1]).toContain(`The mail server 127.0.0.1:${port} accepts no mail (`)
    expect(of('Mail')[1]).not.toContain('geheim')
  })

  if (isLongRun())
    test('through a server that never speaks fails within seconds', async () => {
      const silent = createServer(() => {}).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      const mail = withSettings({ SMTP_URL: `smtp://127.0.0.1:${port}` })
      expect((await examine(mail)).of('Mail')).toEqual(['failed', 'No answer within 8 seconds.'])
      silent.close()
    })
})

test('an ffmpeg that does not run is named', async () => {
  const { of } = await examine(withSettings({ FFMPEG_PATH: '/nowhere/ffmpeg' }))
  expect(of('ffmpeg')).toEqual([
    'failed',
    'FFMPEG_PATH names /nowhere/ffmpeg, which does not run as ffmpeg. Video hosting and live need it from the next start on.',
  ])
})

test.each<[Record<string, string>, string, RegExp]>([
  [{}, 'ok', /localhost:4000/],
  [{ PLAYHEAD_PUBLIC_URL: 'http://video.example.com' }, 'warning', /is not encrypted/],
  [{ PLAYHEAD_PUBLIC_URL: 'https://video.example.com' }, 'warning', /PLAYHEAD_TRUST_PROXY/],
  [
    { PLAYHEAD_PUBLIC_URL: 'https://video.example.com', PLAYHEAD_TRUST_PROXY: '1' },
    'ok',
    /^https:\/\/video\.example\.com\.$/,
  ],
  [{ HOST: '0.0.0.0' }, 'warning', /set PLAYHEAD_PUBLIC_URL to the address people use/],
])('the public address of %o is %s', async (settings, status, detail) => {
  const { of } = await examine(withSettings(settings))
  expect(of('Public address')).toEqual([status, expect.stringMatching(detail)])
})

test.each<[Record<string, string>, string]>([
  [{}, 'Accepted: localhost, loopback addresses.'],
  [
    {
      PLAYHEAD_PUBLIC_URL: 'https://video.example.com:8443',
      PLAYHEAD_ALLOWED_HOSTS: '192.168.1.20:4000, Studio.internal',
    },
    'Accepted: video.example.com, 192.168.1.20, studio.internal, localhost, loopback addresses.',
  ],
])('the hosts of %o are named', async (settings, detail) => {
  expect((await examine(withSettings(settings))).of('Hosts')).toEqual(['ok', detail])
})

test.each<[Record<string, string>, string]>([
  [{}, 'ok'],
  [{ HOST: '::1' }, 'ok'],
  [{ PLAYHEAD_ALLOWED_HOSTS: 'production.localhost' }, 'ok'],
  [{ PLAYHEAD_ALLOWED_HOSTS: 'studio.internal' }, 'warning'],
  [{ HOST: '0.0.0.0' }, 'warning'],
  [{ PLAYHEAD_PUBLIC_URL: 'https://video.example.com' }, 'warning'],
  [{ HOST: '0.0.0.0', PLAYHEAD_DEMO: '0' }, 'ok'],
])('the demo with %o is %s', async (settings, status) => {
  expect((await examine(withSettings(settings))).of('Demo')[0]).toBe(status)
})

test('a clock that differs from the one of the database is a warning', async () => {
  clock.advance(90)
  const { status, of } = await examine(app)
  clock.advance(-90)
  expect(of('Clock')).toEqual(['warning', expect.stringContaining('are 90 seconds apart')])
  expect(status).not.toBe('ok')
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { operatorOf } from '../video/uploads-program.ts'
import { listVersions } from './exported-views.sql.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

/** Each kills the program or the receiver, in turns. */
const kills = howMany('export-kills', { usual: 1, long: 3, release: 50 })
const viewsPerRound = 40
/** The receiver takes this long, so that a kill finds a batch before or after it was stored. */
const workMs = 400
/** Views are looked for every ten seconds, and a destination that was away is tried again later each time. */
const patienceSeconds = 180

const { folder, remove } = await temporaryFolder()
const inbox = join(folder, 'inbox')
let receiver: ChildProcess | undefined
afterAll(async () => {
  receiver?.kill('SIGKILL')
  await remove()
})

const startReceiver = async (port = '0') => {
  const script = join(import.meta.dirname, 'export-receiver.ts')
  const words = ['--import', 'tsx', script, inbox, port, String(workMs)]
  receiver = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [said] = (await once(receiver.stdout!, 'data')) as [Buffer]
  return String(said).trim()
}

const killReceiver = async () => {
  const gone = once(receiver!, 'exit')
  receiver!.kill('SIGKILL')
  await gone
}

const settings = {
  PLAYHEAD_DATA: join(folder, 'data'),
  PLAYHEAD_DEMO: '0',
  PLAYHEAD_ROLES: 'api,worker',
  PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
}

const listFiles = async (ending: string) =>
  (await readdir(inbox).catch(() => [])).filter((name) => name.endsWith(ending))

const readReceived = async () => {
  const rows: { view_id: string; version: number }[] = []
  for (const name of await listFiles('.batch'))
    for (const line of gunzipSync(await readFile(join(inbox, name)))
      .toString()
      .split('\n'))
      if (line !== '') rows.push(JSON.parse(line) as (typeof rows)[number])
  return rows
}

const makeExport = async (url: string, operate: ReturnType<typeof operatorOf>, address: string) => {
  const organization = await operate('organization', 'create', '--name', 'Crash')
  const of = organization.id ?? ''
  await operate(
    'organization',
    'update',
    '--id',
    of,
    '--feature',
    'streamingExportsViewstream=true',
  )
  const environment = await operate(
    'environment',
    'create',
    '--organization',
    of,
    '--name',
    'Crash',
  )
  const permissions = ['--permissions', 'system:read,system:write']
  const token = await operate(
    'token',
    'create',
    '--environment',
    environment.id ?? '',
    ...permissions,
  )
  const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
  const created = await fetch(`${url}/ui/v1/streaming-exports`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ streaming_export: { http: { address } } }),
  })
  expect(created.status).toBe(201)
  return environment.id ?? ''
}

/** New views, and one of an earlier round that went on. */
const finishViews = async (
  operate: ReturnType<typeof operatorOf>,
  environment: string,
  round: number,
) => {
  const start = Date.now() - 3_600_000
  const ids = Array.from({ length: viewsPerRound }, (_, view) => `view ${round}.${view}`)
  const again = round > 0 ? [`view ${round - 1}.0`] : []
  const rows = [...ids, ...again].map((id, view) => ({
    view_id: id,
    view_start: new Date(start).toISOString(),
    view_end: new Date(start + 1_000 * (view + round)).toISOString(),
  }))
  const file = join(folder, `views ${round}.ndjson`)
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  await operate('import', '--file', file, '--environment', environment)
}

test(
  `${kills} kills of the program and of the receiver: every view arrives in its newest version`,
  { timeout: 300_000 + kills * 60_000 },
  async () => {
    const port = await startReceiver()
    let program = await startProgram(settings)
    const operate = operatorOf(settings.PLAYHEAD_DATA)
    const address = `http://127.0.0.1:${port}/views`
    const environment = await makeExport(program.url, operate, address)

    for (let round = 0; round < kills; round += 1) {
      const begun = (await listFiles('.begun')).length
      await finishViews(operate, environment, round)
      await until(
        'a batch is under way',
        async () => (await listFiles('.begun')).length > begun,
        patienceSeconds,
      )
      await pause((round * 137) % workMs)
      if (round % 2 === 0) {
        await program.kill('SIGKILL')
        await until(
          'no engine is left',
          async () => (await processesOf(settings.PLAYHEAD_DATA)).length === 0,
        )
        program = await startProgram(settings)
      } else {
        await killReceiver()
        await startReceiver(port)
      }
    }
    const expected = kills * viewsPerRound
    await until(
      'every view has arrived',
      async () => {
        const received = await readReceived()
        return new Set(received.map(({ view_id: id }) => id)).size === expected
      },
      patienceSeconds,
    )
    await program.kill('SIGTERM')

    const engine = await startClickHouse({
      dataFolder: join(settings.PLAYHEAD_DATA, 'clickhouse'),
      log: () => {},
    })
    const clickhouse = connect(engine)
    try {
      const stored = await listVersions(clickhouse, environment)
      const nameOf = (row: (typeof stored)[number]) => `${row.view_id} ${row.version}`
      const received = await readReceived()
      const sent = new Set(received.map(nameOf))
      expect(stored).toHaveLength(expected)
      expect(stored.map(nameOf).filter((name) => !sent.has(name))).toEqual([])
      // Of each view, what a warehouse keeps is what the product has.
      const newest = new Map<string, number>()
      for (const { view_id: id, version } of received)
        newest.set(id, Math.max(version, newest.get(id) ?? 0))
      expect(newest).toEqual(new Map(stored.map((row) => [row.view_id, row.version])))
    } finally {
      await clickhouse.close()
      await engine.stop()
    }
  },
)

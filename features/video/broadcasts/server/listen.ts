import { liveChannel } from '@playhead/features/video/live-streams/server'
import { listenToAll } from '@playhead/postgres/listen.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { workerIdOf } from '@playhead/server-kit/jobs/worker-id.ts'
import { Load } from './admission/room.ts'
import { storeHealthReports } from './health/health-report.ts'
import { IngestPorts } from './ingest-ports.ts'
import { type LiveRegistry, registryOf } from './live-registry.ts'
import type { Broadcast } from './run/broadcast.ts'
import { recoverBroadcasts, recoverLost } from './run/recover.ts'
import { type AskedRow, listAsked, renewLeases } from './rows/broadcasts.sql.ts'

const leaseMs = 5000
const commandMs = 2000
const lostMs = 30_000
const diskBytesMin = 5e8

const reasonToEnd = (asked: AskedRow | undefined) => {
  if (!asked) return 'delete'
  return asked.command ?? (asked.has_asset ? undefined : 'asset_deleted')
}

const obey = (broadcast: Broadcast, asked: AskedRow | undefined) => {
  if (asked) broadcast.takeSettings(asked)
  const { connection } = broadcast
  const reason = reasonToEnd(asked)
  if (reason) void broadcast.finish(reason)
  else if (connection && connection.keyPrint !== asked?.key_print)
    connection.drop('The stream key was replaced.')
}

/** Reads what was asked of broadcasts, in one statement however many they are. */
const follow = async (app: App, broadcasts: readonly Broadcast[]) => {
  const running = broadcasts.filter(({ isOver }) => !isOver)
  if (running.length === 0) return
  try {
    const rows = await listAsked(
      app.postgres,
      running.map(({ id }) => id),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const broadcast of running) if (!broadcast.isOver) obey(broadcast, byId.get(broadcast.id))
  } catch (error) {
    app.log.error('Requests to broadcasts could not be read.', { error })
  }
}

const watchDisk = async (app: App, registry: LiveRegistry) => {
  if (registry.all.length === 0) return
  const { freeBytes } = await app.disk.reading()
  if (freeBytes >= diskBytesMin) return
  for (const broadcast of registry.all) {
    if (broadcast.isOver) continue
    broadcast.warn({
      type: 'disk_full',
      message: 'The disk of the server is full, so the recording ends here.',
    })
    void broadcast.finish('disk')
  }
}

const every = (app: App, ms: number, work: () => Promise<unknown>) => {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch((error: unknown) => app.log.error('Maintenance of broadcasts failed.', { error }))
      .finally(() => (isRunning = false))
  }, ms)
  return () => clearInterval(timer)
}

/** Takes encoders, and goes on with the broadcasts that a stop or a crash interrupted. */
export const startListening = async (app: App, database: { readonly url: string }) => {
  const registry = registryOf(app)
  const nodeId = await workerIdOf(app.settings.dataFolder)
  const load = new Load()
  const ports = new IngestPorts(app, load)
  registry.isStopping = false
  await recoverBroadcasts(app)
  const notices = listenToAll(database, {
    [liveChannel]: (id) => {
      registry.changes += 1
      const asked = id === '' ? undefined : registry.ofStream(id)
      void follow(app, asked ? [asked] : id === '' ? registry.all : [])
    },
  })
  const openPorts = async () => {
    await ports.open()
    registry.opened = ports.opened
  }
  await openPorts()
  const stops = [
    every(app, commandMs, async () => {
      await follow(app, registry.all)
      await watchDisk(app, registry)
    }),
    every(app, leaseMs, async () => {
      const ids = registry.all.map(({ id }) => id)
      if (ids.length > 0) await renewLeases(app.postgres, nodeId, ids)
      await storeHealthReports(app.postgres, registry.all)
    }),
    every(app, lostMs, () => recoverLost(app)),
    every(app, commandMs, () => openPorts()),
  ]
  return {
    ports: [ports.opened.rtmp, ports.opened.rtmps],
    stop: async () => {
      registry.isStopping = true
      for (const stop of stops) stop()
      load.stop()
      // Broadcasts first: what their connections say at the end must not end them.
      await Promise.all(registry.all.map((broadcast) => broadcast.suspend()))
      await ports.close()
      registry.opened = undefined
      await notices.close()
    },
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { staffLinkMinutes } from '@playhead/features/account/sign-in/contract'
import { PackageMissing, requireStripe } from '@playhead/features/account/payments/server'
import { createStaffLink } from '@playhead/features/account/sign-in/server'
import { countLeftDeliveries } from '@playhead/features/video/delivery-usage/server'
import { findMedia, hasMedia } from '@playhead/media/find-media.ts'
import { clearJobFolders } from '@playhead/media/job-folder.ts'
import { listenTo } from '@playhead/postgres/listen.ts'
import { AfterResponse } from '@playhead/server-kit/after-response.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { socketPath, startChannels } from '@playhead/server-kit/channels/start-channels.ts'
import { openDisk } from '@playhead/server-kit/health/disk.ts'
import { systemClock } from '@playhead/server-kit/clock.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { terminalLog } from '@playhead/server-kit/terminal-log.ts'
import { jobsChannel } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { startWorker } from '@playhead/server-kit/jobs/worker.ts'
import { announceCalls } from '@playhead/server-kit/request-log/announce-calls.sql.ts'
import { RequestLog } from '@playhead/server-kit/request-log/request-log.ts'
import { startSchedules } from '@playhead/server-kit/schedules/start-schedules.ts'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { readinessOf } from '@playhead/server-kit/health/readiness.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import { findDemoSignIn } from '@playhead/server-kit/state/server-state.sql.ts'
import { readSettings, type Settings } from '@playhead/server-kit/settings/settings.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'
import { isForCollector, openEnrichmentOf, startCollecting } from './collector.ts'
import { openDataFolder } from './data-folder.ts'
import { keepDemoMailInside } from './demo-alerts/demo-mailbox.ts'
import { startDemoAudience } from './demo-audience.ts'
import { keepDemoVideos } from './demo-videos/keep-demo-videos.ts'
import { keepDemoVisitor } from './demo-visitor.ts'
import { startDemoLive } from './demo-live/start-demo-live.ts'
import { startEngines } from './engines.ts'
import { features } from './features.ts'
import { hostsNotice } from './hosts-notice.ts'
import { isUpload, listen } from './listen.ts'
import { openOperatorSocket } from './operator-socket.ts'
import { openStorage } from './open-storage.ts'
import { partsOf } from './parts.ts'
import { projectRoot } from './project-root.ts'
import { seedDemo } from './seed-demo.ts'
import { StartRefused } from './start-refused.ts'
import { createWebServer } from './web-server.ts'

interface Program {
  readonly publicUrl: string
  stop(): Promise<void>
}

type Step = () => Promise<void> | void

/** Ends in reverse order what was started, even if a step fails. */
class Closing {
  readonly #steps: Step[] = []
  readonly #stopping: AbortSignal
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping
  }
  /** After a stop was requested, nothing more is started. */
  add(step: Step) {
    this.#steps.unshift(step)
    this.#stopping.throwIfAborted()
  }
  async run() {
    for (const step of this.#steps.splice(0))
      try {
        await step()
      } catch (error) {
        process.stderr.write(`A part could not be stopped: ${String(error)}\n`)
      }
  }
}

/** How long a stop waits for mail that is being sent. */
const afterAnswerSeconds = 5

/** The id of the build: the stamp that the build wrote, or "development". */
const buildName = () => {
  try {
    return readFileSync(join(projectRoot, 'build/stamp'), 'utf8').trim().slice(0, 16)
  } catch {
    return 'development'
  }
}

const write = (line: string) => void process.stdout.write(`${line}\n`)

const say = async (app: App) => {
  const { publicUrl, isDemo } = app.settings
  write(`Playhead is running at ${publicUrl}`)
  const notice = hostsNotice(app.settings)
  if (notice !== undefined) write(notice)
  const demo = isDemo ? await findDemoSignIn(app.postgres) : undefined
  if (demo) write(`Sign in as ${demo.email} with the password ${demo.password}`)
  const link = app.settings.roles.includes('api') ? await createStaffLink(app) : undefined
  if (link) {
    write(
      `Make your staff account within ${staffLinkMinutes} minutes, with a link that works once:`,
    )
    write(link.url)
  }
}

/** What a setting asks for must be there before anything is started. */
const requirePackages = (settings: Settings) =>
  requireStripe(settings).catch((error: unknown) => {
    throw error instanceof PackageMissing ? new StartRefused(error.message) : error
  })

const start = async (
  settings: Settings,
  closing: Closing,
  stopping: AbortSignal,
): Promise<Program> => {
  const log = process.stderr.isTTY ? terminalLog() : jsonLog()
  await requirePackages(settings)
  const listening = await listen(settings.host, settings.port, {
    isPatient: (request) => isForCollector(settings, request) || isUpload(request),
  })
  closing.add(() => listening.close())
  const collects = settings.roles.includes('collector')
  const enrichment = collects ? openEnrichmentOf(settings) : undefined
  // Whether it worked is checked once the engines have started.
  enrichment?.catch(() => {})
  const folder = await openDataFolder(settings.dataFolder)
  closing.add(() => folder.unlock())
  const media = await findMedia(settings)
  if (!hasMedia(media)) {
    if (settings.isDemoLive) throw new StartRefused(`PLAYHEAD_DEMO_LIVE=1: ${media.missing}`)
    log.warn(media.missing)
  }
  const storage = await openStorage(settings)
  const engines = await startEngines(
    settings,
    {
      postgres: join(projectRoot, 'database/postgres'),
      clickhouse: join(projectRoot, 'database/clickhouse'),
    },
    (line) => log.info(line),
    stopping,
  )
  closing.add(() => engines.stop())
  const afterResponse = new AfterResponse(log)
  closing.add(() => afterResponse.settle(afterAnswerSeconds))
  const requestLog = new RequestLog({
    clickhouse: engines.clickhouse,
    log,
    stored: (calls) => announceCalls(engines.postgres, calls),
  })
  closing.add(() => requestLog.stop())

  await clearJobFolders(settings.dataFolder)

  const disk = openDisk(settings)
  const app: App = {
    settings: withPort(settings, listening.port),
    postgres: engines.postgres,
    clickhouse: engines.clickhouse,
    storage,
    disk,
    media,
    mailer: createMailer(settings, systemClock.now),
    vault: new Vault(folder.serverSecret),
    clock: systemClock,
    log,
    afterResponse,
    requestLog,
    slots: fillSlots(features),
    build: buildName(),
    projectRoot,
    stopping,
    readiness: readinessOf(partsOf(settings, { ...engines, disk, storage, media })),
  }
  countLeftDeliveries(app)
  if (settings.isDemo) await seedDemo(app)
  await keepDemoVideos(app)
  await keepDemoMailInside(app)
  await keepDemoVisitor(app)
  const commands = features.flatMap((feature) => feature.commands)
  const socket = await openOperatorSocket(app, commands, settings.dataFolder)
  closing.add(() => socket.close())
  if (settings.roles.includes('scheduler')) {
    const schedules = await startSchedules(
      app,
      features.flatMap((feature) => feature.schedules),
    )
    closing.add(() => schedules.stop())
  }
  if (settings.roles.includes('worker')) {
    const worker = await startWorker(
      app,
      features.flatMap((feature) => feature.jobs),
      { listen: (onNotice) => listenTo(engines.postgres, jobsChannel, onNotice) },
    )
    closing.add(() => worker.stop())
    for (const service of features.flatMap(({ services }) => services)) {
      const running = service.start(app)
      const listening = listenTo(engines.postgres, service.channel, () => running.wake())
      closing.add(async () => {
        await listening.close()
        await running.stop()
      })
    }
  }
  const listeners: { stop(): Promise<void> }[] = []
  const stopListeners = async () => {
    for (const listener of listeners.splice(0)) await listener.stop()
  }
  closing.add(stopListeners)
  if (settings.roles.includes('ingest'))
    for (const listener of features.flatMap((feature) => feature.listeners))
      listeners.push(await listener.start(app, engines.postgres))
  const collector = enrichment && (await startCollecting(app, enrichment))
  if (collector) closing.add(() => collector.stop())
  const channels = settings.roles.includes('realtime')
    ? startChannels(app, features, { database: engines.postgres })
    : undefined
  if (channels) {
    closing.add(() => channels.stop())
    listening.takeUpgrades(socketPath, channels.upgrade)
  }
  const serveWeb = getRequestListener(createWebServer({ ...app, collector }, channels).fetch, {
    // Old health checks send no host name.
    hostname: 'localhost',
  })
  listening.serve(collector ? collector.inFrontOf(serveWeb) : serveWeb)
  if (collector) {
    const audience = await startDemoAudience(app, ownAddress(app.settings))
    closing.add(() => audience.stop())
  }
  const demoLive = settings.roles.includes('ingest')
    ? await startDemoLive(app, collector && ownAddress(app.settings))
    : undefined
  // Connections are refused before the parts that would answer them stop.
  closing.add(async () => {
    const closed = listening.close()
    // Open sockets would hold the port.
    await channels?.stop()
    await closed
  })
  // Encoders connect again once the program is back; what they send until then is theirs to keep.
  closing.add(stopListeners)
  closing.add(async () => demoLive?.stop())
  await say(app)
  stopping.throwIfAborted()
  return { publicUrl: app.settings.publicUrl, stop: () => closing.run() }
}

const ownAddress = ({ host, port }: Settings) => {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/`
}

/** With PORT=0 the URL is known only once the port has been assigned. */
const withPort = (settings: Settings, port: number): Settings => ({
  ...settings,
  port,
  ...(settings.publicUrl === `http://localhost:${settings.port}` && {
    publicUrl: `http://localhost:${port}`,
  }),
})

/** If it is stopped before it is ready, it ends what it started and fails. */
export const startProgram = async (
  environment: Record<string, string | undefined>,
  stopping: AbortSignal,
): Promise<Program> => {
  const closing = new Closing(stopping)
  try {
    return await start(readSettings(environment), closing, stopping)
  } catch (error) {
    await closing.run()
    throw error
  }
}

import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener } from 'node:http'
import { audiencePass, audiencePassHeader } from '@playhead/audience/live/send-beacon.ts'
import { type RequestFacts, startCollector } from '@playhead/collector/runtime/collector.ts'
import { type Enrichment, openEnrichment } from '@playhead/enrichment/open-enrichment.ts'
import { CityDataUnreadable } from '@playhead/enrichment/places.ts'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import type { App, CollectorState } from '@playhead/server-kit/app.ts'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'
import { listen } from './listen.ts'
import { StartRefused } from './start-refused.ts'

interface Collecting {
  /** Handles what players report and passes all other requests to the listener. */
  inFrontOf(listener: RequestListener): RequestListener
  stats(): CollectorState
  stop(): Promise<void>
}

const pathOf = (request: IncomingMessage) => {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** For example `/cmcd/{environment key}?player=hls.js&version=1.7.4`. */
const cmcdOf = (path: string, url: string) => {
  const environmentKey = /^\/cmcd\/([^/]+)\/?$/.exec(path)?.[1]
  if (environmentKey === undefined) return {}
  const query = new URLSearchParams(url.slice(path.length + 1))
  return {
    cmcd: { environmentKey, player: query.get('player'), playerVersion: query.get('version') },
  }
}

const readTls = async (tls: Settings['collector']['tls']) => {
  if (!tls) return undefined
  const read = (setting: string, file: string) =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new StartRefused(`The file ${file} of ${setting} cannot be read (${error.code}).`)
    })
  return {
    cert: await read('COLLECTOR_TLS_CERT', tls.certificateFile),
    key: await read('COLLECTOR_TLS_KEY', tls.keyFile),
  }
}

/** Whether the collector handles the request on the program's port: there `GET /` is the dashboard. */
export const isForCollector = ({ collector, roles }: Settings, request: IncomingMessage) => {
  const path = pathOf(request)
  if (!roles.includes('collector')) return false
  if (path === '/') return request.method !== 'GET'
  return collector.paths.includes(path) || path.startsWith('/cmcd/')
}

/** Takes a moment, so it starts while the engines start. */
export const openEnrichmentOf = async ({ geoCityDatabase }: Settings): Promise<Enrichment> => {
  try {
    return await openEnrichment(
      geoCityDatabase === undefined ? {} : { cityDatabase: geoCityDatabase },
    )
  } catch (error) {
    if (!(error instanceof CityDataUnreadable) || geoCityDatabase === undefined) throw error
    throw new StartRefused(`${error.message} Check GEO_CITY_DATABASE.`)
  }
}

/** Beacons bypass the API framework: there are too many of them, and they are never refused. */
export const startCollecting = async (
  app: App,
  opening: Promise<Enrichment>,
): Promise<Collecting> => {
  const { settings, clickhouse, log } = app
  const enrichment = await opening
  const collector = await startCollector({
    clickhouse,
    log,
    directory: environmentDirectory(app.postgres),
    describe: (source) => enrichment.describe(source),
    defaultEnvironmentKey: settings.collector.defaultEnvironmentKey,
    memoryBytes: settings.collector.memoryBytes,
  })
  const factsOf = (request: IncomingMessage, path: string): RequestFacts => {
    // Simulated viewers of this program may choose their address.
    const isOurs = request.headers[audiencePassHeader] === audiencePass
    const forwarded =
      settings.trustsProxy || isOurs ? request.headers['x-forwarded-for'] : undefined
    const address = String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    return {
      address: address || (request.socket.remoteAddress ?? ''),
      ...cmcdOf(path, request.url ?? ''),
    }
  }

  const own = await openOwnPort(settings).catch(async (error: unknown) => {
    await collector.stop()
    throw error
  })
  own?.serve((request, response) =>
    collector.handle(request, response, factsOf(request, pathOf(request))),
  )
  return {
    inFrontOf: (listener) => (request, response) => {
      if (isForCollector(settings, request))
        collector.handle(request, response, factsOf(request, pathOf(request)))
      else listener(request, response)
    },
    stats: () => collector.stats(),
    stop: async () => {
      const closed = own?.close()
      await collector.stop()
      await closed
    },
  }
}

const openOwnPort = async ({ host, collector: { port, tls } }: Settings) =>
  port === undefined
    ? undefined
    : listen(host, port, {
        setting: 'COLLECTOR_PORT',
        tls: await readTls(tls),
        isPatient: () => true,
      })

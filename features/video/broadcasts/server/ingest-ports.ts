import { readFile } from 'node:fs/promises'
import { listenRtmp, type Listener } from '@playhead/ingest/rtmp/listen-rtmp.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { admitWith } from './admission/admit.ts'
import type { Load } from './admission/room.ts'

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

type Scheme = 'rtmp' | 'rtmps'

/**
 * The ports for encoders. The program goes on without one that is taken, says so once, and opens it as soon as it is
 * free: after a crash the program before may still hold it.
 */
export class IngestPorts {
  readonly #app: App
  readonly #load: Load
  readonly #listeners = new Map<Scheme, Listener>()
  readonly #refused = new Set<Scheme>()
  #isClosed = false

  constructor(app: App, load: Load) {
    this.#app = app
    this.#load = load
  }

  get opened(): { rtmp: number | undefined; rtmps: number | undefined } {
    const portOf = (scheme: Scheme) => this.#listeners.get(scheme)?.port
    return { rtmp: portOf('rtmp'), rtmps: portOf('rtmps') }
  }

  /** Opens what is wanted and not open yet. */
  async open() {
    const { rtmpPort, rtmpsPort, tls } = this.#app.settings.live
    await this.#openOne('rtmp', rtmpPort)
    if (tls) await this.#openOne('rtmps', rtmpsPort)
  }

  async close() {
    this.#isClosed = true
    await Promise.all([...this.#listeners.values()].map((listener) => listener.close()))
  }

  async #openOne(scheme: Scheme, port: number | undefined) {
    if (port === undefined || this.#listeners.has(scheme)) return
    const { host, publicHost } = this.#app.settings.live
    try {
      const listener = await this.#listen(scheme, port)
      if (this.#isClosed) return await listener.close()
      this.#listeners.set(scheme, listener)
      this.#app.log.info(`Encoders connect to ${scheme}://${publicHost}:${listener.port}/app.`)
    } catch (error) {
      if (this.#refused.has(scheme)) return
      this.#refused.add(scheme)
      this.#app.log.error(
        `Encoders cannot connect: port ${port} of ${host} cannot be opened (${codeOf(error)}). Free it, or set LIVE_${scheme.toUpperCase()}_PORT and restart.`,
      )
    }
  }

  async #listen(scheme: Scheme, port: number) {
    const { host, tls } = this.#app.settings.live
    return listenRtmp({
      host,
      port,
      ...(scheme === 'rtmps' &&
        tls && {
          tls: { cert: await readFile(tls.certificateFile), key: await readFile(tls.keyFile) },
        }),
      admit: admitWith(this.#app, this.#load),
      log: this.#app.log,
    })
  }
}

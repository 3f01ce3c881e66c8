import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@playhead/server-kit/log.ts'

interface DrawnEncoderOptions {
  ffmpeg: string
  url: string
  /** Read before each attempt, since a person may replace it; undefined while there is nothing to send to. */
  streamKey: () => Promise<string | undefined>
  log: Log
}

const firstPauseMs = 1000
const longestPauseMs = 30_000
/** An encoder that ran for this long begins again without a longer pause. */
const calmMs = 60_000
const killAfterMs = 3000
const saidMax = 300

/** Small and cheap: about a twentieth of a core. The sound is quiet. */
const drawing = [
  ...'-hide_banner -nostdin -loglevel error -re -f lavfi -i testsrc2=size=640x360:rate=15'.split(
    ' ',
  ),
  ...'-f lavfi -i sine=frequency=220:sample_rate=48000,volume=0.05'.split(' '),
  ...'-c:v libx264 -preset ultrafast -tune zerolatency -g 30 -crf 30 -maxrate 600k -bufsize 600k'.split(
    ' ',
  ),
  ...'-pix_fmt yuv420p -threads 1 -c:a aac -b:a 48k -ac 2 -f flv'.split(' '),
]

/** A picture that ffmpeg draws, sent to a live stream of this server for as long as it runs. */
export class DrawnEncoder {
  readonly #options: DrawnEncoderOptions
  readonly #stopping = new AbortController()
  readonly #working: Promise<void>

  constructor(options: DrawnEncoderOptions) {
    this.#options = options
    this.#working = this.#work()
  }

  async stop() {
    this.#stopping.abort()
    await this.#working
  }

  async #work() {
    const { log, streamKey } = this.#options
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted;) {
      const startedAt = Date.now()
      const said = await streamKey().then(
        (key) => key && this.#draw(key),
        (error: unknown) => String(error),
      )
      if (signal.aborted) return
      failures = Date.now() - startedAt > calmMs ? 0 : failures + 1
      if (said !== undefined) log.warn('The demo live stream begins again.', { said })
      const ms = Math.min(firstPauseMs * 2 ** Math.max(0, failures - 1), longestPauseMs)
      await pause(ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Resolves with what ffmpeg said when it has ended, without the key. */
  #draw(key: string) {
    const { ffmpeg, url } = this.#options
    const { signal } = this.#stopping
    return new Promise<string>((resolve) => {
      const child = spawn(ffmpeg, [...drawing, `${url}/${key}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr
        .setEncoding('utf8')
        .on('data', (text: string) => (said = (said + text).slice(-saidMax)))
      const end = () => {
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
      }
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      const settle = (text: string) => {
        signal.removeEventListener('abort', end)
        resolve(text.replaceAll(key, '…').trim())
      }
      child.once('error', (error) => settle(error.message))
      child.once('close', (code, died) => settle(said || `ffmpeg ended with ${code ?? died}.`))
    })
  }
}

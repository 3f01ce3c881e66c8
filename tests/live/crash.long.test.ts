import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startFfmpeg } from '@playhead/ingest/testing-encoder.ts'
import { aFreePort } from '@playhead/testing/free-port.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { signInToDemo } from '../process/dashboard-session.ts'
import {
  type RunningProgram,
  startProgram,
  temporaryFolder,
  until,
} from '../process/running-program.ts'
import { liveClip } from './live-server.ts'

const kills = howMany('live-crashes', { usual: 1, long: 3, release: 20 })

/** A viewer that keeps all it was shown, whatever becomes of the program. */
class Viewer {
  readonly shown = new Map<string, Buffer>()
  newest = -1
  program: RunningProgram | undefined
  readonly #playbackId: string
  #isOver = false
  readonly #watching: Promise<void>

  constructor(playbackId: string) {
    this.#playbackId = playbackId
    this.#watching = this.#watch()
  }

  async stop() {
    this.#isOver = true
    await this.#watching
  }

  async #watch() {
    while (!this.#isOver) {
      for (const name of ['source', 'audio-0']) await this.#look(name).catch(() => {})
      await pause(100)
    }
  }

  async #look(name: string) {
    const at = `${this.program?.url}/${this.#playbackId}`
    const answer = await fetch(`${at}/${name}.m3u8`)
    if (answer.status !== 200) return
    const files = (await answer.text()).match(/[a-z0-9-]+\/\d+(?:\.\d+)?\.m4s/g) ?? []
    for (const file of new Set(files)) {
      if (this.shown.has(file)) continue
      const part = await fetch(`${at}/${file}`)
      // What a playlist hints at is not there yet.
      if (part.status !== 200) continue
      this.shown.set(file, Buffer.from(await part.arrayBuffer()))
      this.newest = Math.max(this.newest, Number(/\/(\d+)/.exec(file)?.[1]))
    }
  }
}

test(
  `${kills} kills during a broadcast: the viewer goes on, nothing shown is missing, and there is one asset`,
  { timeout: 120_000 + kills * 40_000 },
  async () => {
    const { folder, remove } = await temporaryFolder()
    onTestFinished(remove)
    const settings = {
      PLAYHEAD_DATA: folder,
      LIVE_RTMP_PORT: String(await aFreePort()),
      PORT: String(await aFreePort()),
    }
    let program = await startProgram(settings)
    // Also after a failure: a program that runs on would refuse its data folder to the second try.
    onTestFinished(() => program.kill('SIGTERM'))
    const { call, cookie } = await signInToDemo(program)
    const made = await call('POST', '/video/v1/live-streams', {
      latency_mode: 'low',
      playback_policy: ['public'],
      new_asset_settings: { playback_policy: ['public'] },
    })
    const { data: stream } = (await made.json()) as {
      data: { id: string; stream_key: string; playback_ids: { id: string }[] }
    }
    const read = async () =>
      (
        (await (await call('GET', `/video/v1/live-streams/${stream.id}`)).json()) as {
          data: { status: string; recent_asset_ids?: string[] }
        }
      ).data
    const push = async (isEndless: boolean) =>
      startFfmpeg(
        await liveClip(),
        `rtmp://127.0.0.1:${settings.LIVE_RTMP_PORT}/app/${stream.stream_key}`,
        { isLive: true, isEndless },
      )
    const viewer = new Viewer(stream.playback_ids[0]!.id)
    onTestFinished(() => viewer.stop())
    viewer.program = program
    for (let kill = 0; kill < kills; kill += 1) {
      const before = viewer.newest
      // Without a reconnect window a clip that ended before the kill would end the broadcast too.
      const encoder = await push(true)
      await until('the viewer sees more', async () => viewer.newest > before)
      await pause((kill * 370) % 1500)
      await program.kill('SIGKILL')
      await encoder.ended
      program = await startProgram(settings)
      viewer.program = program
      expect((await read()).status).toBe('active')
    }
    const before = viewer.newest
    const last = await push(false)
    await until('the viewer goes on', async () => viewer.newest > before)
    expect((await last.ended).code).toBe(0)
    await until('the broadcast is over', async () => (await read()).status === 'idle')
    await viewer.stop()
    const session = await signInToDemo(program, cookie)
    const { recent_asset_ids: assets = [] } = await read()
    expect(assets).toHaveLength(1)
    const answer = await session.call('GET', `/video/v1/assets/${assets[0]}`)
    const { data: asset } = (await answer.json()) as {
      data: { status: string; playback_ids: { id: string }[] }
    }
    expect(asset.status).toBe('ready')
    const at = `${program.url}/${asset.playback_ids[0]!.id}`
    expect(viewer.shown.size).toBeGreaterThan(10)
    for (const [file, bytes] of viewer.shown) {
      const segment = file.replace(/\.\d+\.m4s$/, '.m4s')
      const kept = Buffer.from(await (await fetch(`${at}/${segment}`)).arrayBuffer())
      // What was shown is a segment, or a part of one.
      expect(segment === file ? kept.equals(bytes) : kept.includes(bytes), file).toBe(true)
    }
  },
)

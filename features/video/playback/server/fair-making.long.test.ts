import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pathOf, pictureSlotsOf, encoderSlotsOf } from '@playhead/features/video/processing/server'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackServer } from './index.ts'

const { app, api, database, clock } = await startTestApp([playbackServer], {
  settings: { PLAYHEAD_TRUST_PROXY: '1', PLAYHEAD_PICTURES_PER_MINUTE: '20' },
})
const make = aFactory(database)
const file = await makeClip(
  '-f lavfi -i testsrc2=size=640x360:rate=25:duration=6 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p',
)
const [greedy, modest] = [(await make.world()).environment, (await make.world()).environment]
const assetOf = (environment: typeof greedy) => insertSourceAsset(app, { environment, file })

const ask = async (
  asset: { playbackId: string },
  path: string,
  from: string,
  signal?: AbortSignal,
) => {
  const answer = await api.request(`/${asset.playbackId}/${path}`, {
    headers: { 'x-forwarded-for': from },
    ...(signal && { signal }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, headers: answer.headers }
}

type Slots = ReturnType<typeof encoderSlotsOf>

/** Work that lasts until the test ends, as long films do. */
const holdAll = (slots: Slots, environmentId: string, network: string, isExpensive: boolean) => {
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  onTestFinished(() => over.abort())
  const gone = new Promise<void>((resolve) =>
    over.signal.addEventListener('abort', () => resolve()),
  )
  for (let at = 0; at < 40; at += 1) {
    const path = pathOf(environmentId, network, `held ${at}`)
    slots.run({ isWaitedFor: true, isExpensive, path }, over.signal, () => gone).catch(() => {})
  }
}

describe('forty films that are asked for of one video', () => {
  test('hold up no picture, neither of another environment nor of their own', async () => {
    const [own, other] = [await assetOf(greedy), await assetOf(modest)]
    holdAll(pictureSlotsOf(app), greedy.id, '198.51.100.1', true)
    expect((await ask(other, 'thumbnail.webp', '198.51.100.2')).status).toBe(200)
    expect((await ask(own, 'thumbnail.webp', '198.51.100.3')).status).toBe(200)
  })

  test('leave the queue when their requests are cancelled', async () => {
    const [own, other] = [await assetOf(greedy), await assetOf(modest)]
    holdAll(pictureSlotsOf(app), greedy.id, '198.51.100.1', false)
    const leaving = new AbortController()
    const asked = ask(own, 'thumbnail.png', '198.51.100.1', leaving.signal).catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    await asked
    expect((await ask(other, 'thumbnail.png', '198.51.100.2')).status).toBe(200)
    const kept = await app.storage.stat(`${own.prefix}/images/thumbnail-3000.png`)
    expect(kept).toBeUndefined()
  })

  test('are refused beyond what one network may ask for, with the time after which it may again', async () => {
    const [own, other] = [await assetOf(greedy), await assetOf(modest)]
    const films = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ask(own, `animated.webp?start=0&end=0.${at + 1}&width=32`, '203.0.113.50'),
      ),
    )
    expect(films.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(200),
      ...Array(3).fill(429),
    ])
    const refused = films.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(11)
    expect(refused?.headers.get('access-control-allow-origin')).toBe('*')
    expect(JSON.parse(refused?.bytes.toString() ?? '').error.type).toBe('too_many_requests')
    // Pictures in the cache are free, and other networks have a separate allowance.
    const made = films.findIndex(({ status }) => status === 200)
    const again = await ask(own, `animated.webp?start=0&end=0.${made + 1}&width=32`, '203.0.113.50')
    expect(again.status).toBe(200)
    // On a slow machine the allowance may have refilled enough for a picture.
    const elsewhere = await ask(other, 'animated.webp?start=0&end=0.5&width=32', '203.0.113.50')
    expect(elsewhere.status).toBe(429)
    expect((await ask(other, 'thumbnail.jpg', '203.0.113.51')).status).toBe(200)
    clock.advance(12)
    const film = await ask(own, 'animated.webp?start=1&end=1.5&width=32', '203.0.113.50')
    expect(film.status).toBe(200)
  })

  test.runIf(isLongRun())(
    'are refused beyond what all networks together may ask of one environment',
    async () => {
      const crowded = (await make.world()).environment
      const [own, other] = [await assetOf(crowded), await assetOf(modest)]
      clock.advance(60)
      const answers = await Promise.all(
        Array.from({ length: 26 }, (_, at) =>
          ask(own, `animated.gif?start=0&end=0.${at + 10}&width=16`, `2001:db8:0:${at + 1}::1`),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
      expect((await ask(other, 'thumbnail.jpg?time=1', '2001:db8:1::1')).status).toBe(200)
    },
  )
})

describe('pictures that are asked for of one environment', () => {
  /** Its source arrives slowly, as from a distant bucket. */
  const slow = ({ prefix }: { prefix: string }) => {
    let release = () => {}
    let waiting = 0
    const gate = new Promise<void>((resolve) => (release = resolve))
    const real = app.storage.localCopy.bind(app.storage)
    const spy = vi.spyOn(app.storage, 'localCopy').mockImplementation(async (key) => {
      if (key.startsWith(prefix)) {
        waiting += 1
        await gate
      }
      return real(key)
    })
    onTestFinished(() => {
      release()
      spy.mockRestore()
    })
    return { waiting: () => waiting }
  }

  test('leave a place for those of another', async () => {
    const [own, other] = [await assetOf(greedy), await assetOf(modest)]
    const { waiting } = slow(own)
    clock.advance(60)
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    setMaxListeners(0, leaving.signal)
    const many = Array.from({ length: 60 }, (_, at) =>
      ask(own, `thumbnail.jpg?time=${at / 10}`, `192.0.2.${at % 3}`, leaving.signal).catch(
        () => {},
      ),
    )
    await expect.poll(waiting).toBeGreaterThan(1)
    const asked = ask(other, 'thumbnail.jpg?time=2', '192.0.2.9')
    expect(await Promise.race([asked.then(({ status }) => status), pause(30_000, 'waits')])).toBe(
      200,
    )
    leaving.abort()
    await Promise.all(many)
  })
})

describe('segments that are encoded on request', () => {
  test('are made for one environment while another asks for as many as it likes', async () => {
    const own = await assetOf(modest)
    const rung = (await rungsOf(own))[0]
    holdAll(encoderSlotsOf(app), greedy.id, '198.51.100.1', false)
    expect((await ask(own, `${rung}/0.m4s`, '198.51.100.2')).status).toBe(200)
  })

  test('are refused to a network that has too many waiting', async () => {
    const own = await assetOf(greedy)
    const rung = (await rungsOf(own))[0]
    holdAll(encoderSlotsOf(app), greedy.id, '198.51.100.1', false)
    holdAll(encoderSlotsOf(app), greedy.id, '198.51.100.1', false)
    const refused = await ask(own, `${rung}/0.m4s`, '198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2')
  })

  const rungsOf = async (asset: { playbackId: string }) => {
    const answer = await api.request(`/${asset.playbackId}.m3u8`)
    const names = [...(await answer.text()).matchAll(/\/(\d+p)\.m3u8/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(0)
    return names
  }
})

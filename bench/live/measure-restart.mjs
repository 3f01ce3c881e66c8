import { setTimeout as pause } from 'node:timers/promises'
import { register } from 'tsx/esm/api'
import { startPushing } from './testbed.mjs'

register()
const { RtmpClient } = await import('@playhead/ingest/rtmp/rtmp-client.ts')
const { readStream } = await import('@playhead/media/live/testing-packets.ts')

const tryMs = 50

/** From the start of a stopped program to the first encoder that it accepts again, in the same broadcast. */
export const measureRestart = async (root, studio, { server, clip, start }) => {
  const stream = await studio.make({ reconnect_window: 60 })
  const { header } = await readStream(clip.file)
  const pushing = await startPushing(clip, [stream])
  await studio.untilActive(stream)
  const stopAt = performance.now()
  await server.stop()
  const stopMs = performance.now() - stopAt
  await pushing.stop()
  const startedAt = performance.now()
  const starting = start()
  const client = await publish({ ...stream.target, header })
  const acceptedMs = performance.now() - startedAt
  const again = await starting
  client.close()
  await again.stop()
  const readyMs = again.seconds * 1000
  return [
    ['Stop of the program with a broadcast', `${Math.round(stopMs)} ms`],
    ['Start until the program is ready', `${Math.round(readyMs)} ms`],
    ['Start until the encoder is accepted', `${Math.round(acceptedMs)} ms`],
    ['Accepted after it is ready', `${Math.round(acceptedMs - readyMs)} of 1,000 ms`],
  ]
}

/** As encoders do: again and again until it is taken. */
async function publish(given) {
  for (;;) {
    const client = await new Promise((resolve) => {
      const one = new RtmpClient({
        ...given,
        onPublishing: () => resolve(one),
        onEnd: () => resolve(undefined),
      })
    })
    if (client) return client
    await pause(tryMs)
  }
}

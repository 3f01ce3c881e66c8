import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { anAdmission, aQuietLog } from '../testing-collector.ts'
import { startFfmpeg } from '../testing-encoder.ts'
import { listenRtmp, type Listener } from './listen-rtmp.ts'

const clip = () =>
  makeClip(
    '-f lavfi -i testsrc2=size=320x180:rate=30 -f lavfi -i sine=frequency=440:sample_rate=48000 -t 4 -c:v libx264 -preset ultrafast -bf 2 -g 30 -pix_fmt yuv420p -c:a aac -ac 2',
  )
const listeners: Listener[] = []

const startListener = async (admission: ReturnType<typeof anAdmission>) => {
  const { log, lines } = aQuietLog()
  const listener = await listenRtmp({ host: '127.0.0.1', port: 0, admit: admission.admit, log })
  listeners.push(listener)
  return { url: `rtmp://127.0.0.1:${listener.port}/app`, lines }
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

describe('real ffmpeg', () => {
  test('publishes H.264 and AAC, and every packet arrives', async () => {
    const admission = anAdmission()
    const { url, lines } = await startListener(admission)
    const encoder = startFfmpeg(await clip(), `${url}/aKey123?from=test`)
    const publisher = await admission.publisher()
    expect(await publisher.ended()).toEqual({ reason: 'unpublished', message: undefined })
    expect(await encoder.ended).toEqual({ code: 0, said: '' })

    expect(admission.requests[0]).toMatchObject({ protocol: 'rtmp', streamKey: 'aKey123' })
    expect(publisher.headers).toHaveLength(1)
    expect(publisher.headers[0]).toMatchObject({
      video: { codec: 'avc1', width: 320, height: 180, frameRate: 30 },
      audio: { codec: 'mp4a', sampleRate: 48_000, channels: 2, profile: 'LC' },
    })
    const pictures = publisher.packets.filter((packet) => packet.kind === 'video')
    expect(pictures).toHaveLength(120)
    expect(pictures.filter((picture) => picture.isKey)).toHaveLength(4)
    expect(lines).toEqual([])
  })
})

import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { hasMedia } from '@playhead/media/find-media.ts'
import type { CorpusInput } from '@playhead/media/testing-corpus/corpus-input.ts'
import { makeCorpus } from '@playhead/media/testing-corpus/make-corpus.ts'
import { oddTimelines } from '@playhead/media/testing-corpus/odd-timelines.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { readDecodedSound, readDecodedVideo } from '../segments/testing-decode.ts'
import { initSegment, segment, type SegmentSource } from '../segments/segments.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const { app, environment, ingest } = await makeAssetsWorld()
let folder = ''

beforeAll(async () => {
  if (!hasMedia(app.media)) throw new Error(app.media.missing)
  folder = await makeCorpus(app.media, oddTimelines, 'timelines')
})

const soundRate = 48_000
const loud = 0.2
/** Half of the silence between two beeps. */
const quietSamples = soundRate * 0.45

/** Seconds at which a sound begins after silence. */
const beginnings = (samples: Float32Array) => {
  const found: number[] = []
  let lastLoud = -Infinity
  for (const [place, sample] of samples.entries()) {
    if (Math.abs(sample) < loud) continue
    if (place - lastLoud > quietSamples) found.push(place / soundRate)
    lastLoud = place
  }
  return found
}

const bytesOf = async (source: SegmentSource) => {
  if ('bytes' in source) return source.bytes
  return 'read' in source
    ? buffer(source.read({ start: 0, end: source.totalBytes - 1 }))
    : buffer((await app.storage.read(source.storageKey, source.range)).bytes)
}

const isJoined = ({ name }: CorpusInput) => !name.startsWith('stretch')
const framesPerSecond = 25
const syncSeconds = 0.022
test.for(someOf('odd timelines', oddTimelines.filter(isJoined), 3))(
  '$name is whole in every rendition, and sound stays with its picture',
  async ({ name, expected }) => {
    const asset = await ingest(join(folder, name), { video_quality: 'basic' })
    const length = expected.seconds!
    expect(`${asset.status} ${asset.errors?.messages[0] ?? ''}`).toBe('ready ')
    expect(Math.abs(asset.duration - length)).toBeLessThan(0.1)
    const media = (await readMediaMap(environment, asset.id))!
    const known = { id: asset.id, environmentId: environment.id, media }
    const whole = async (rendition: string, cuts: readonly number[]) => {
      const parts = [await bytesOf(await initSegment(app, known, rendition))]
      for (let index = 0; index < cuts.length - 1; index += 1)
        parts.push(await bytesOf(await segment(app, known, rendition, index)))
      return Buffer.concat(parts)
    }
    const { cuts, rungs } = media.video!
    for (const rung of rungs.filter(({ isOnDemand }) => isOnDemand)) {
      const { frames, errors } = await readDecodedVideo(await whole(rung.name, cuts))
      expect({ rung: rung.name, frames, errors }).toEqual({
        rung: rung.name,
        frames: length * framesPerSecond,
        errors: '',
      })
    }
    expect(media.audio).toHaveLength(expected.audioTracks ?? 1)
    for (const audio of media.audio) {
      const { samples } = await readDecodedSound(await whole(audio.name, audio.cuts))
      const times = beginnings(samples)
      expect(times).toHaveLength(length)
      // The first beep begins with the encoder; the second is the measure of all others.
      const late = times.map((time, second) => Math.abs(time - (times[1] ?? 0) - (second - 1)))
      for (const seconds of late) expect(seconds).toBeLessThan(syncSeconds)
    }
  },
)

import { createWriteStream } from 'node:fs'
import { appendFile, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasMedia, type Media } from '@playhead/media/find-media.ts'
import { inputArgs } from '@playhead/media/input-args.ts'
import { type MediaMap, mediaTimescale } from '@playhead/media/media-map.ts'
import { runMedia } from '@playhead/media/run-media.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'
import { sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import { findReadyRendition } from './renditions.sql.ts'
import { placeOf, placesOf, type StoredPlaces } from './segments/stored-renditions.ts'

interface SourcePlace {
  id: string
  environmentId: string
  media: MediaMap
}

type BringApp = Pick<App, 'postgres' | 'storage'>

/** Ticks of the asset. */
interface TickRange {
  from: number
  to: number
}

const timeoutSeconds = 600
const fileName = 'source'

const findPlaces = async (
  app: BringApp,
  place: SourcePlace,
  name: string,
): Promise<StoredPlaces> => {
  const row = await findReadyRendition(app.postgres, place, name)
  if (!row) throw new StoredObjectMissing(`${place.environmentId}/${place.id}/${name}.mp4`)
  return placesOf(row)
}

/** The segments that hold these ticks, from one that a decoder can begin with. */
const segmentsOf = ({ openCuts = [], video }: MediaMap, { from, to }: TickRange) => {
  const cuts = video?.cuts ?? [0]
  const last = Math.max(0, cuts.length - 2)
  let first = Math.min(
    last,
    Math.max(
      0,
      cuts.findLastIndex((cut) => cut <= from),
    ),
  )
  while (first > 0 && openCuts.includes(first)) first -= 1
  const end = cuts.findIndex((cut) => cut >= to)
  return { first, last: end < 0 ? last : Math.min(last, Math.max(first, end - 1)) }
}

/** Initialisation segment and segments of one file, as far as they follow each other, byte by byte: times stay as they are. */
const bringSegments = async (
  app: BringApp,
  places: StoredPlaces,
  { first, last }: { first: number; last: number },
  path: string,
) => {
  const index = places.findLastIndex(({ firstSegment }) => firstSegment <= first)
  const [found, next] = [places[index], places[index + 1]]
  const until = next ? Math.min(last, next.firstSegment - 1) : last
  const [init, begin, end] = [
    found && placeOf(places, -1 - found.piece),
    placeOf(places, first),
    placeOf(places, until),
  ]
  if (!init || !begin || !end) throw new RangeError('There is no such segment.')
  const ranges = [init.range, { start: begin.range.start, end: end.range.end }]
  for (const [place, range] of ranges.entries()) {
    const { bytes } = await app.storage.read(init.storageKey, range)
    await pipeline(bytes, createWriteStream(path, { flags: place === 0 ? 'w' : 'a' }))
  }
}

/** A transport stream repeats parameter sets, so that runs of different ones can follow each other. */
const bringPieces = async (
  app: BringApp,
  media: Media,
  places: StoredPlaces,
  { folder, signal }: { folder: string; signal?: AbortSignal | undefined },
) => {
  for (const [index, { firstSegment, offsets }] of places.entries()) {
    const [piece, stream] = [`piece${index}.mp4`, `piece${index}.ts`]
    const last = firstSegment + offsets.length - 2
    await bringSegments(app, places, { first: firstSegment, last }, join(folder, piece))
    const timing = '-muxdelay 0 -muxpreload 0 -f mpegts'.split(' ')
    await runMedia(
      media,
      'ffmpeg',
      ['-y', '-copyts', ...inputArgs(piece), '-c', 'copy', ...timing, `file:${stream}`],
      { folder, timeoutSeconds, signal },
    )
    await appendFile(join(folder, fileName), await readFile(join(folder, stream)))
    await rm(join(folder, piece))
    await rm(join(folder, stream))
  }
}

/**
 * Puts the file of an asset into a job folder as `source`. A recording has no such file: its picture takes that place, or
 * of a recorded sound the sound; with a range only as much of it as is needed.
 */
export const bringPicture = async (
  app: BringApp & Pick<App, 'media'>,
  place: SourcePlace,
  folder: string,
  { range, signal }: { range?: TickRange | undefined; signal?: AbortSignal | undefined } = {},
) => {
  const { media: map, environmentId, id } = place
  if (!map.recordedLive)
    return downloadStored(app, sourceKeyOf(environmentId, id), folder, fileName)
  const places = await findPlaces(app, place, map.video ? 'source' : 'audio-0')
  if (map.video && range)
    return bringSegments(app, places, segmentsOf(map, range), join(folder, fileName))
  const [only, ...further] = places
  if (only && further.length === 0) return downloadStored(app, only.storageKey, folder, fileName)
  if (!hasMedia(app.media)) throw new Error(app.media.missing)
  return bringPieces(app, app.media, places, { folder, signal })
}

/** The same with picture and sound in one file, as an input of a new asset. */
export const bringWhole = async (
  app: BringApp & Pick<App, 'media'>,
  media: Media,
  place: SourcePlace,
  folder: string,
  signal?: AbortSignal,
) => {
  await bringPicture(app, place, folder, { signal })
  const [audio] = place.media.audio
  if (!place.media.recordedLive || !place.media.video || !audio) return
  const [sound, ...further] = await findPlaces(app, place, audio.name)
  if (!sound || further.length > 0) return
  await downloadStored(app, sound.storageKey, folder, 'sound.mp4')
  const mapping = '-map 0:v -map 1:a -c copy -f mp4 file:joined.mp4'.split(' ')
  await runMedia(
    media,
    'ffmpeg',
    ['-y', ...inputArgs(fileName), ...inputArgs('sound.mp4'), ...mapping],
    { folder, timeoutSeconds, signal },
  )
  await rm(join(folder, fileName))
  await rm(join(folder, 'sound.mp4'))
  await rename(join(folder, 'joined.mp4'), join(folder, fileName))
}

/** Seconds of the asset as a range of its picture. */
export const ticksOf = (start: number, end: number): TickRange => ({
  from: Math.round(start * mediaTimescale),
  to: Math.round(end * mediaTimescale),
})

import type { Media } from '../find-media.ts'
import { pictureOf, type PictureWork, fromMoment, readFrom } from '../images/picture-source.ts'
import { mediaTimescale } from '../media-map.ts'
import { runMedia } from '../run-media.ts'

/** From one cut to the next, in seconds of the asset. */
interface Shot {
  start: number
  end: number
}

/** From 0 to 100: the change between two frames that ends a shot. */
const changeMin = 10
/** A shorter shot is a flash. */
const shotSecondsMin = 0.5
/** More shots than this are noise. */
export const shotsMax = 1000
const toleranceTicks = 45
const patience = { leastSeconds: 300, perSecond: 4 }

export const readCuts = (printed: string): number[] =>
  [...printed.matchAll(/lavfi\.scd\.time=([\d.]+)/g)].map(([, time]) => Number(time))

export const shotsBetween = (cuts: readonly number[], duration: number): Shot[] => {
  const starts = [0]
  for (const cut of cuts)
    if (cut - (starts.at(-1) ?? 0) >= shotSecondsMin && duration - cut >= shotSecondsMin)
      starts.push(cut)
  const kept = starts.slice(0, shotsMax)
  return kept.map((start, index) => ({ start, end: kept[index + 1] ?? duration }))
}

/** Scans all frames at a small size for cuts. */
export const findShots = async (
  media: Media,
  work: PictureWork & { onProgress?: (seconds: number) => void },
): Promise<Shot[]> => {
  const { folder, map, signal, onProgress } = work
  const video = pictureOf(work)
  const filters = [
    ...fromMoment(video, 0),
    `trim=start_pts=${-toleranceTicks}:end_pts=${Math.round(map.duration * mediaTimescale)}`,
    'scale=320:-2:flags=fast_bilinear',
    `scdet=threshold=${changeMin}:sc_pass=1`,
    "metadata=mode=print:file='pipe\\:1':direct=1",
  ]
  const input = [...readFrom(work, 0), '-map', `0:${video.stream}`, '-an', '-sn']
  const args = [...input, '-vf', filters.join(','), '-f', 'null', '-']
  const { stdout } = await runMedia(media, 'ffmpeg', args, {
    folder,
    timeoutSeconds: patience.leastSeconds + map.duration * patience.perSecond,
    isBackground: true,
    signal,
    ...(onProgress && { onProgress }),
  })
  return shotsBetween(readCuts(stdout.toString('utf8')), map.duration)
}

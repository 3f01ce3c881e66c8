import { join } from 'node:path'
import { detectFields, type FirstField } from '../../detect-fields.ts'
import type { Media } from '../../find-media.ts'
import { mediaTimescale, type AudioMap, type MediaMap, type VideoMap } from '../../media-map.ts'
import { canCopyAudioTrack, type Judged } from '../../judge-input.ts'
import type { Probe, ProbedAudio, ProbedVideo } from '../../probe.ts'
import type { MaxTier } from '../../tiers.ts'
import { clipFrames, indexFrames, type FrameIndex } from './frame-index.ts'
import { damagedPackets } from './damaged-packets.ts'
import { damagedStretches, isDamagedAt, type Stretch } from './damaged-stretches.ts'
import { copiedRates, gridOnFrames, holdsOf, targetTicks } from './grid.ts'
import { planCopy } from './plan-copy.ts'
import { soundRates } from '../sound/sound-rates.ts'
import { rungsOf, type Quality } from './rungs.ts'
import { withLongerSound } from './with-longer-sound.ts'

interface PlanOptions {
  /** The job folder, and the source's name in it. */
  folder: string
  fileName: string
  maxTier: MaxTier
  quality: Quality
  /** Seconds of the source, from its first frame. */
  clip?: { start: number; end: number } | undefined
  signal?: AbortSignal | undefined
}

/** Decides how a source is split into segments: its cuts, what is copied, and its renditions. */
export const planMedia = async (
  media: Media,
  probe: Probe,
  judged: Pick<Judged, 'canCopyVideo'>,
  options: PlanOptions,
): Promise<MediaMap> => {
  const planned = await planVideo(media, probe, judged, options)
  const videoEnd = planned?.cuts.at(-1)
  const soundSeconds = options.clip ? options.clip.end - options.clip.start : probe.duration
  const end = videoEnd ?? Math.max(1, Math.round(soundSeconds * mediaTimescale))
  const audio = probe.audios
    .filter(({ decodes }) => decodes)
    // The first is the default. Files that mark none or all keep their order.
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map((given, place) =>
      planAudio(given, place, planned?.cuts ?? evenCuts(end), options, planned),
    )
  return {
    version: 1,
    duration: end / mediaTimescale,
    quality: options.quality,
    ...(options.clip && { clip: options.clip }),
    ...(planned && { video: planned }),
    audio,
  }
}

/** Their frames consist of units that state their length. */
const checkedCodecs = new Set(['h264', 'hevc'])

async function planVideo(
  media: Media,
  probe: Probe,
  judged: Pick<Judged, 'canCopyVideo'>,
  options: PlanOptions,
): Promise<VideoMap | undefined> {
  const [probed] = probe.videos
  if (!probed) return undefined
  const { folder, fileName, signal } = options
  const whole = await indexFrames(media, { folder, fileName, stream: probed.stream, signal })
  const index = options.clip ? clipFrames(whole, options.clip) : whole
  const clipEnd =
    options.clip && whole.startTicks + options.clip.end * mediaTimescale - index.startTicks
  const endTicks = withLongerSound(probe, index, clipEnd)
  const path = join(folder, fileName)
  const wanted =
    judged.canCopyVideo && !options.clip ? await planCopy(path, index, probed, endTicks) : undefined
  const found = options.clip
    ? []
    : await damageOf(media, { ...options, path, probed }, index, wanted !== undefined)
  const damaged = found ?? []
  const copy = found?.length === 0 ? wanted : undefined
  const fields = probed.isInterlaced ? await fieldsOf(media, probed, index, options) : undefined
  const shown = shownAs(probed, index, fields)
  const isSound = (ticks: number) => !isDamagedAt(damaged, ticks)
  const frames = index.ticks.filter((ticks) => ticks === 0 || isSound(ticks)).toSorted()
  const cuts = copy?.cuts ?? gridOnFrames(frames, index.keys.filter(isSound), endTicks)
  const holds = copy ? [] : holdsOf(frames, cuts)
  const { average, peak } = copiedRates(index, cuts)
  // A picture that stands needs few bits for each second, and many for each frame.
  const frameBits = index.sizes.reduce((most, size) => Math.max(most, size * 8), 0)
  return {
    stream: probed.stream,
    ...shown,
    isVariableFrameRate: probed.isVariableFrameRate,
    rotation: probed.rotation,
    isHdr: probed.transfer !== 'sdr',
    ...(fields && { isInterlaced: true, firstField: fields }),
    ...(probed.isMirrored && { isMirrored: true }),
    cuts,
    ...(holds.length > 0 && { holds }),
    ...(damaged.length > 0 && { damaged }),
    startTicks: index.startTicks,
    canCopy: copy !== undefined,
    rungs: rungsOf(shown, {
      tier: options.maxTier,
      quality: options.quality,
      copied: copy?.rung,
      sourceRate: holds.length > 0 ? Math.max(average, frameBits) : average,
      peakRatio: peak / average,
    }),
  }
}

/** What is encoded anyway is only checked where that takes no second look at the file. */
async function damageOf(
  media: Media,
  given: Pick<PlanOptions, 'folder' | 'fileName' | 'signal'> & {
    path: string
    probed: ProbedVideo
  },
  index: FrameIndex,
  isCopied: boolean,
): Promise<Stretch[] | undefined> {
  const { path, probed, signal } = given
  if (index.timeline)
    return checkedCodecs.has(probed.codec) ? damagedStretches(path, index.timeline, signal) : []
  return isCopied ? damagedPackets(media, { ...given, stream: probed.stream }, index) : []
}

/** Undefined where the frames are whole, whatever the file says. */
async function fieldsOf(
  media: Media,
  { stream, firstField = 'top' }: ProbedVideo,
  { startTicks, endTicks }: FrameIndex,
  { folder, fileName, signal }: PlanOptions,
): Promise<FirstField | undefined> {
  const seconds = endTicks / mediaTimescale
  // A title at the beginning often stands still.
  const fromSeconds = seconds > lookFromSeconds ? startTicks / mediaTimescale + seconds / 3 : 0
  const found = await detectFields(media, { folder, fileName, stream, fromSeconds, signal })
  return found === 'none' ? undefined : (found ?? firstField)
}

const lookFromSeconds = 20

const usualRate = 30
const highestRate = 240

/** Frame rates that containers state can be wrong, so they are computed from the frames. */
function shownAs(
  { width, height, frameRate, isVariableFrameRate }: ProbedVideo,
  index: FrameIndex,
  fields: FirstField | undefined,
) {
  const counted = (index.ticks.length * mediaTimescale) / index.endTicks
  const isLikely = frameRate > 0 && frameRate <= highestRate
  const stated = isLikely && Math.abs(frameRate - counted) < counted / 10 ? frameRate : counted
  const rate = isVariableFrameRate ? Math.max(usualRate, stated) : stated
  const made = fields ? rate * 2 : rate
  const rounded = Math.round(Math.min(made, highestRate) * 1000) / 1000
  return { width, height, frameRate: index.ticks.length === 1 ? 1 : Math.max(1, rounded) }
}

const evenCuts = (end: number) => {
  const cuts = [0]
  for (let cut = targetTicks; cut < end - targetTicks / 2; cut += targetTicks) cuts.push(cut)
  return [...cuts, end]
}

const plainAac = 'mp4a.40.2'
/** At lower rates a packet is so long that the nearest one may be audibly early or late. */
const copiedRateMin = 32_000
const keptRates = new Set([44_100, 48_000])
const usualSampleRate = 48_000
function planAudio(
  probed: ProbedAudio,
  place: number,
  cuts: number[],
  { clip }: PlanOptions,
  video: VideoMap | undefined,
): AudioMap {
  const { stream, channels, sampleRate, language, title } = probed
  // Damage reaches all tracks, and packets of sound do not show it.
  const canCopy =
    canCopyAudioTrack(probed) && sampleRate >= copiedRateMin && video?.damaged === undefined
  const kept = channels <= 1 ? 1 : channels >= 6 ? 6 : 2
  const startsAt = Math.round((probed.start + (clip?.start ?? 0)) * mediaTimescale)
  return {
    name: `audio-${place}`,
    stream,
    ...(language && { language }),
    ...(title && { title }),
    channels: kept,
    sampleRate: canCopy || keptRates.has(sampleRate) ? sampleRate : usualSampleRate,
    codecs: plainAac,
    bandwidth: soundRates[kept] ?? 0,
    canCopy,
    cuts,
    ...(!video && { startTicks: startsAt }),
  }
}

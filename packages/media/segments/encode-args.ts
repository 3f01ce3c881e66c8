import { inputArgs } from '../input-args.ts'
import { mediaTimescale, type MediaMap, type Rung, type VideoMap } from '../media-map.ts'
import { toleranceTicks } from './cut-segment.ts'
import { maxRateOf, type Quality } from './plan/rungs.ts'

/** A rendition of a part, and the file it is written to. */
export interface PartOutput {
  rung: Rung
  output: string
}

export interface EncodedPart {
  /** The part is decoded once for all of them. */
  outputs: readonly PartOutput[]
  /** Ticks of the map. */
  from: number
  to: number
  /** Times of forced keyframes, in ticks of the map; missing: only at the start. */
  keyframes?: readonly number[]
  /** How far before the start to seek: with an inexact index the first frames would be missing. */
  headStartSeconds: number
  /** Slower and better, for the whole rendition; stream parameters match those of single segments. */
  isThorough: boolean
  canToneMap: boolean
  fileName: string
  /** No frame of the part can be decoded: the last one before it stands for all of it. */
  isStill?: boolean
}

const constantQuality: Readonly<Record<Quality, number>> = { basic: 23, plus: 22, premium: 20 }
/** Longer than any segment, so that keyframes are only at its start. */
const groupFramesMax = 6000
const seconds = (ticks: number) => (ticks / mediaTimescale).toFixed(6)

/** Encodes the frames shown in [from, to); the first gets time zero. Works for any frame rate. */
export const encodeArgs = (map: MediaMap, video: VideoMap, part: EncodedPart): string[] => {
  const common = filtersOf(video, part)
  const looks = part.outputs.map(({ rung }) => looksOf(video, part, rung))
  const isAlone = part.outputs.length === 1
  return [
    ...seekArgs(map, video, part),
    // Of a damaged stretch what can be decoded is shown, however little it is.
    '-max_error_rate',
    '1',
    '-copyts',
    ...inputArgs(part.fileName),
    ...(isAlone ? [] : ['-filter_complex', splitGraph(video, common, looks)]),
    ...part.outputs.flatMap((one, place) => [
      '-map',
      ...(isAlone
        ? [`0:${video.stream}`, '-vf', [...common, ...(looks[place] ?? [])].join(',')]
        : [`[out${place}]`]),
      ...outputArgs(map, part, one),
    ]),
  ]
}

const splitGraph = (video: VideoMap, common: readonly string[], looks: readonly string[][]) =>
  [
    `[0:${video.stream}]${[...common, `split=${looks.length}`].join(',')}${looks.map((_, place) => `[in${place}]`).join('')}`,
    ...looks.map((filters, place) => `[in${place}]${filters.join(',')}[out${place}]`),
  ].join(';')

function outputArgs(map: MediaMap, part: EncodedPart, { rung, output }: PartOutput): string[] {
  const maxRate = String(maxRateOf(rung))
  const forced = part.keyframes?.map((cut) =>
    seconds(Math.max(0, cut - part.from - toleranceTicks)),
  )
  return [
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    // Keeps each frame at its time: none is duplicated or dropped for a constant rate.
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    `1:${mediaTimescale}`,
    '-c:v',
    'libx264',
    ...qualityArgs(map.quality ?? 'basic', part.isThorough),
    '-profile:v',
    'high',
    '-level',
    levelText(rung),
    '-maxrate',
    maxRate,
    '-bufsize',
    maxRate,
    '-g',
    String(groupFramesMax),
    '-sc_threshold',
    '0',
    ...(forced?.length ? ['-force_key_frames', forced.join(',')] : []),
    '-video_track_timescale',
    String(mediaTimescale),
    '-movie_timescale',
    String(mediaTimescale),
    '-f',
    'mp4',
    `file:${output}`,
  ]
}

function seekArgs({ clip }: MediaMap, video: VideoMap, part: EncodedPart): string[] {
  const target = shownAt(video, part) - part.headStartSeconds * mediaTimescale
  if (target === -Infinity || (target <= 0 && !clip)) return []
  return [
    // The filter selects the exact start; the seek only avoids reading all that precedes it.
    '-noaccurate_seek',
    '-seek_timestamp',
    '1',
    '-ss',
    seconds(video.startTicks + target),
  ]
}

/**
 * Parameter sets depend on the number of references and on the chroma offset of slower presets:
 * both are fixed, so that segments of either preset share one initialisation segment.
 */
function qualityArgs(quality: Quality, isThorough: boolean): string[] {
  const preset = ['-preset', quality === 'premium' && isThorough ? 'medium' : 'veryfast']
  const crf = ['-crf', String(constantQuality[quality])]
  if (quality !== 'premium') return [...preset, ...crf]
  return [...preset, ...crf, '-x264-params', `ref=3:chroma-qp-offset=${isThorough ? 2 : 0}`]
}

const levelText = ({ codecs }: Rung) => {
  const level = Number.parseInt(codecs.slice(-2), 16)
  return `${Math.floor(level / 10)}.${level % 10}`
}

export const toneMapped =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv'

/** Fields are taken at different moments: as frames of their own they move as they did in the camera. */
function fieldFilters({ isInterlaced, firstField }: VideoMap): string[] {
  if (!isInterlaced) return []
  if (!firstField) return ['yadif=mode=send_frame:deint=interlaced']
  return [`bwdif=mode=send_field:parity=${firstField === 'top' ? 'tff' : 'bff'}:deint=all`]
}

/** The frame that is shown at the beginning of the part may have begun before it. */
const shownAt = ({ holds }: VideoMap, { from }: Pick<EncodedPart, 'from'>) =>
  holds?.find(({ cut }) => cut === from)?.shows ?? from

const looksOf = (
  video: VideoMap,
  { canToneMap }: Pick<EncodedPart, 'canToneMap'>,
  { width, height }: Rung,
): string[] => [
  `scale=${width}:${height}:flags=bicubic:out_range=tv`,
  ...(video.isHdr && canToneMap ? [toneMapped] : []),
  'setsar=1',
  'format=yuv420p',
]

/** The frames of the part, before they get the size of a rendition. */
function filtersOf(video: VideoMap, part: EncodedPart): string[] {
  const begin = video.startTicks + part.from
  const shown = video.startTicks + shownAt(video, part)
  const end = video.startTicks + part.to
  if (part.isStill)
    return [
      `settb=1/${mediaTimescale}`,
      `trim=end_pts=${end - toleranceTicks}`,
      'tpad=stop=-1:stop_mode=clone',
      `fps=fps=1:start_time=${seconds(begin)}:round=up`,
      'trim=end_frame=1',
      'setpts=0',
    ]
  return [
    ...fieldFilters(video),
    `settb=1/${mediaTimescale}`,
    `trim=start_pts=${shown - toleranceTicks}:end_pts=${end - toleranceTicks}`,
    ...(shown < begin
      ? [`select=eq(n\\,0)+gte(pts\\,${begin - toleranceTicks})`, `setpts=max(0\\,PTS-(${begin}))`]
      : [`setpts=PTS-(${begin})`]),
    // Decoders of damaged frames return some at times that have passed.
    ...(video.damaged
      ? [String.raw`select=isnan(prev_selected_pts)+gt(pts\,prev_selected_pts)`]
      : []),
  ]
}

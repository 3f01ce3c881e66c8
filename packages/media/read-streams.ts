import {
  numberOf,
  ratioOf,
  type FileOutput,
  type ProbedFrame,
  type ProbedStream,
} from './ffprobe-output.ts'
import { isDoubled, isVariable } from './frame-timing.ts'
import type { Probe, ProbedAudio, ProbedText, ProbedVideo } from './probe.ts'

const transfers: Record<string, ProbedVideo['transfer']> = {
  smpte2084: 'pq',
  'arib-std-b67': 'hlg',
}

const bitDepthOf = (pixelFormat: string) => {
  if (pixelFormat.startsWith('p010')) return 10
  return Number(/(9|10|12|14|16)(?:le|be)$/.exec(pixelFormat)?.[1] ?? 8)
}

/** The matrix rotates and may mirror; a pure rotation has a positive determinant. */
const isMirror = (matrix: string | undefined) => {
  const numbers = [...(matrix ?? '').matchAll(/^[0-9a-f]{8}:\s+(-?\d+)\s+(-?\d+)\s+-?\d+/gm)].map(
    ([, first, second]) => [Number(first), Number(second)] as const,
  )
  const [top, bottom] = numbers
  return top !== undefined && bottom !== undefined && top[0] * bottom[1] - top[1] * bottom[0] < 0
}

const rotationOf = ({ side_data_list: sideData, tags }: ProbedStream) => {
  const matrix = sideData?.find(({ rotation }) => rotation !== undefined)
  // ffprobe counts anticlockwise; old files only have a tag, which counts clockwise.
  const turn = matrix?.rotation === undefined ? numberOf(tags?.rotate) : -matrix.rotation
  const quarter = Math.round((turn ?? 0) / 90)
  return { rotation: (((quarter % 4) + 4) % 4) * 90, isMirrored: isMirror(matrix?.displaymatrix) }
}

const textOf = (given: string | undefined) =>
  given === undefined || given === 'unknown' || given === '' ? undefined : given

const languageOf = ({ tags }: ProbedStream) =>
  tags?.language === 'und' ? undefined : textOf(tags?.language)

const titleOf = ({ tags }: ProbedStream) => textOf(tags?.title)

const frameRateOf = (
  { avg_frame_rate: average, r_frame_rate: base }: ProbedStream,
  isAverage: boolean,
) => {
  const frameRateText =
    [isAverage ? average : base, average, base].find((text) => ratioOf(text, '/')) ?? '0/1'
  return { frameRateText, frameRate: ratioOf(frameRateText, '/') ?? 0 }
}

const readVideo = (stream: ProbedStream, answer: FileOutput): ProbedVideo => {
  const packets = answer.packets.filter((packet) => packet.stream_index === stream.index)
  const isVariableFrameRate = isVariable(stream, packets)
  const { rotation, isMirrored } = rotationOf(stream)
  const codedWidth = stream.width ?? 0
  const codedHeight = stream.height ?? 0
  const pixelAspect = ratioOf(stream.sample_aspect_ratio, ':') ?? 1
  const across = Math.round(codedWidth * pixelAspect)
  const isTurned = rotation % 180 === 90
  const pixelFormat = stream.pix_fmt ?? ''
  return {
    stream: stream.index,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    level: stream.level ?? 0,
    pixelFormat,
    bitDepth: bitDepthOf(pixelFormat),
    isInterlaced: !['progressive', 'unknown', undefined].includes(stream.field_order),
    // `tb`: the top field is coded first and shown after the other.
    ...(stream.field_order === 'bb' || stream.field_order === 'tb'
      ? { firstField: 'bottom' as const }
      : {}),
    codedWidth,
    codedHeight,
    pixelAspect,
    pixelAspectText: pixelAspect === 1 ? '1:1' : (stream.sample_aspect_ratio ?? '1:1'),
    rotation,
    isMirrored,
    width: isTurned ? codedHeight : across,
    height: isTurned ? across : codedHeight,
    ...frameRateOf(stream, isVariableFrameRate || isDoubled(stream)),
    isVariableFrameRate,
    transfer: transfers[stream.color_transfer ?? ''] ?? 'sdr',
    colorPrimaries: textOf(stream.color_primaries),
    colorSpace: textOf(stream.color_space),
    isFullRange: stream.color_range === 'pc' || pixelFormat.startsWith('yuvj'),
    bitRate: numberOf(stream.bit_rate),
    frames: numberOf(stream.nb_frames),
    start: numberOf(stream.start_time) ?? 0,
    duration: numberOf(stream.duration) ?? taggedDuration(stream),
    hasReorderedFrames: (stream.has_b_frames ?? 0) > 0,
    hasClosedCaptions: false,
    decodes: false,
  }
}

/** Adds properties that only frames show. */
const withFrames = (video: ProbedVideo, frames: readonly ProbedFrame[]): ProbedVideo => ({
  ...video,
  decodes: frames.length > 0,
  isInterlaced: video.isInterlaced || frames.some(({ interlaced_frame }) => interlaced_frame === 1),
  hasClosedCaptions: frames.some(({ side_data_list: sideData }) =>
    sideData.some(({ side_data_type }) => side_data_type?.includes('Closed Captions')),
  ),
})

/** Matroska stores the duration of a track as text: `00:01:02.500000000`. */
const taggedDuration = ({ tags }: ProbedStream) => {
  const [, hours, minutes, seconds] =
    /^(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(tags?.DURATION ?? '') ?? []
  return seconds === undefined
    ? undefined
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const readAudio = (stream: ProbedStream): ProbedAudio => ({
  stream: stream.index,
  codec: stream.codec_name ?? '',
  profile: stream.profile ?? '',
  sampleRate: numberOf(stream.sample_rate) ?? 0,
  channels: stream.channels ?? 0,
  channelLayout: textOf(stream.channel_layout),
  sampleBits: numberOf(stream.bits_per_raw_sample) ?? (stream.bits_per_sample || undefined),
  bitRate: numberOf(stream.bit_rate),
  language: languageOf(stream),
  title: titleOf(stream),
  isDefault: stream.disposition?.default === 1,
  start: numberOf(stream.start_time) ?? 0,
  duration: numberOf(stream.duration) ?? taggedDuration(stream),
  decodes: false,
})

const readText = (stream: ProbedStream): ProbedText => ({
  stream: stream.index,
  codec: stream.codec_name ?? '',
  language: languageOf(stream),
  title: titleOf(stream),
  isDefault: stream.disposition?.default === 1,
  isForced: stream.disposition?.forced === 1,
  isForHearingImpaired: stream.disposition?.hearing_impaired === 1,
})

const isPicture = ({ disposition }: ProbedStream) =>
  disposition?.attached_pic === 1 || disposition?.timed_thumbnails === 1

/** The usable streams; data, attachments and time codes are skipped. */
export const readStreams = (
  answer: FileOutput,
): Pick<Probe, 'videos' | 'audios' | 'texts' | 'cover'> => {
  const of = (type: string) => answer.streams.filter(({ codec_type }) => codec_type === type)
  const framesOf = (stream: number) =>
    answer.frames.filter(({ stream_index }) => stream_index === stream)
  const cover = of('video').find(isPicture)
  return {
    videos: of('video')
      .filter((stream) => !isPicture(stream))
      .map((stream) => withFrames(readVideo(stream, answer), framesOf(stream.index))),
    audios: of('audio').map((stream) => ({
      ...readAudio(stream),
      decodes: framesOf(stream.index).length > 0,
    })),
    texts: of('subtitle').map(readText),
    cover: cover && {
      stream: cover.index,
      codec: cover.codec_name ?? '',
      width: cover.width ?? 0,
      height: cover.height ?? 0,
    },
  }
}

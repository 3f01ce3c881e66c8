import type { Rung, VideoMap } from '@playhead/media/media-map.ts'
import { withPlanned } from './measure-file.ts'

/** What someone who knows ffmpeg would type for the same files, without our program. */
export interface PlainLadder {
  /** Names of the renditions that are encoded. */
  encoded: string[]
  /** One call that decodes once and writes all renditions. */
  oneCall: string[]
  /** A call for each rendition, and one for what is copied. */
  calls: string[][]
}

const segmentSeconds = 4
/** As the renditions of `plus`, which are all stored. */
const constantQuality = 22

const coded = ({ codecs, maxRate = 0, frameRate }: Rung, of: string) => {
  const level = Number.parseInt(codecs.slice(-2), 16)
  const frames = String(Math.round(frameRate * segmentSeconds))
  const options = {
    c: 'libx264',
    preset: 'veryfast',
    crf: constantQuality,
    profile: 'high',
    level: `${Math.floor(level / 10)}.${level % 10}`,
    maxrate: maxRate,
    bufsize: maxRate,
    g: frames,
    keyint_min: frames,
    sc_threshold: 0,
  }
  return Object.entries(options).flatMap(([name, value]) => [`-${name}:${of}`, String(value)])
}

const scaled = ({ width, height }: Rung) => `scale=${width}:${height}:flags=bicubic,format=yuv420p`

const hls = (name: string) =>
  `-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4 -hls_segment_filename ${name}-%05d.m4s -hls_fmp4_init_filename ${name}-init.mp4`.split(
    ' ',
  )

const plain = ['-v', 'error', '-nostdin', '-y']

const oneCallOf = (file: string, video: VideoMap, encoded: readonly Rung[]) => {
  const { stream, canCopy } = video
  const names = encoded.map((_, place) => `[v${place}]`)
  const split = `[0:${stream}]split=${encoded.length}${names.map((_, place) => `[s${place}]`).join('')}`
  const graph = encoded.map((rung, place) => `[s${place}]${scaled(rung)}[v${place}]`)
  const copied = canCopy ? ['-map', `0:${stream}`, `-c:v:${encoded.length}`, 'copy'] : []
  const pictures = [...encoded, ...(canCopy ? ['copy'] : [])].map(
    (_, place) => `v:${place},agroup:s`,
  )
  return [
    ...plain,
    '-i',
    file,
    '-filter_complex',
    [split, ...graph].join(';'),
    ...names.flatMap((name) => ['-map', name]),
    ...encoded.flatMap((rung, place) => coded(rung, `v:${place}`)),
    ...copied,
    ...'-map 0:a -c:a copy'.split(' '),
    ...hls('all-%v'),
    '-var_stream_map',
    [...pictures, 'a:0,agroup:s'].join(' '),
    'all-%v.m3u8',
  ]
}

/** The renditions that the program would make of a file, as arguments of ffmpeg. */
export const planPlainLadder = (file: string): Promise<PlainLadder> =>
  withPlanned(
    file,
    true,
    async ({ map }) => {
      const { video } = map
      if (!video) throw new Error('There is no video.')
      const encoded = video.rungs.filter(({ name }) => name !== 'source')
      const input = [...plain, '-i', file]
      const one = (rung: Rung) => [
        ...input,
        '-map',
        `0:${video.stream}`,
        '-vf',
        scaled(rung),
        ...coded(rung, 'v'),
        ...hls(rung.name),
        `${rung.name}.m3u8`,
      ]
      const kept = ['-map', '0:a', ...(video.canCopy ? ['-map', `0:${video.stream}`] : [])]
      const copied = [...input, ...kept, '-c', 'copy', ...hls('kept'), 'kept.m3u8']
      return {
        encoded: encoded.map(({ name }) => name),
        oneCall: oneCallOf(file, video, encoded),
        calls: [...encoded.map(one), copied],
      }
    },
    'plus',
  )

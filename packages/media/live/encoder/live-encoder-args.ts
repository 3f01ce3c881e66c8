import { pipedInputArgs } from '../../input-args.ts'
import { mediaTimescale, type Rung } from '../../media-map.ts'
import { maxRateOf, type Quality } from '../../segments/plan/rungs.ts'

const constantQuality: Readonly<Record<Quality, number>> = { basic: 24, plus: 23, premium: 22 }

const levelText = ({ codecs }: Rung) => {
  const level = Number.parseInt(codecs.slice(-2), 16)
  return `${Math.floor(level / 10)}.${level % 10}`
}

/**
 * One program for all lower renditions. Keyframes come where the source has them, frames keep their times, and each frame is
 * a fragment, so nothing waits.
 */
export const liveEncoderArgs = (rungs: readonly Rung[], quality: Quality): string[] => {
  const splits = rungs.map((_, place) => `[s${place}]`).join('')
  const scales = rungs.map(
    ({ width, height }, place) =>
      `[s${place}]scale=${width}:${height}:flags=bicubic,setsar=1,format=yuv420p[v${place}]`,
  )
  return [
    '-probesize',
    '32',
    '-analyzeduration',
    '0',
    '-threads',
    '1',
    ...pipedInputArgs(),
    '-filter_complex',
    [`[0:v]split=${rungs.length}${splits}`, ...scales].join(';'),
    ...rungs.flatMap((rung, place) => [
      '-map',
      `[v${place}]`,
      `-maxrate:v:${place}`,
      String(maxRateOf(rung)),
      `-bufsize:v:${place}`,
      String(maxRateOf(rung)),
      `-level:v:${place}`,
      levelText(rung),
    ]),
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    `1:${mediaTimescale}`,
    '-force_key_frames',
    'source',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-threads',
    '1',
    '-profile:v',
    'high',
    '-crf',
    String(constantQuality[quality]),
    '-x264-params',
    'keyint=infinite:scenecut=0',
    '-video_track_timescale',
    String(mediaTimescale),
    '-movflags',
    '+empty_moov+default_base_moof+frag_every_frame+negative_cts_offsets',
    '-flush_packets',
    '1',
    '-f',
    'mp4',
    'pipe:1',
  ]
}

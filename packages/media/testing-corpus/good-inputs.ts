import type { CorpusInput, Expected } from './corpus-input.ts'
import { makeNoisy } from './damage.ts'
import { oddTimelines } from './odd-timelines.ts'

const picture = (options = 's=160x90:d=1') => `-f lavfi -i testsrc2=${options}`
const sound = (options = 'd=1') => `-f lavfi -i sine=${options}`
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
const aac = '-c:a aac -b:a 64k'
const both = `${picture()} ${sound()}`

const made = (name: string, ffmpeg: string, expected: Expected): CorpusInput => ({
  name,
  recipe: { ffmpeg },
  expected: { kind: 'video', seconds: 1, ...expected },
})

const copied: Expected = {
  size: '160x90',
  isCopied: true,
  isAudioCopied: true,
  audioTracks: 1,
  reasons: [],
}
const encoded = (...reasons: string[]): Expected => ({ size: '160x90', isCopied: false, reasons })

const containers: CorpusInput[] = [
  made('h264-aac.mp4', `${both} ${h264} ${aac}`, copied),
  made('h264-aac-index-first.mp4', `${both} ${h264} ${aac} -movflags +faststart`, copied),
  made(
    'h264-aac-fragmented.mp4',
    `${both} ${h264} -g 10 ${aac} -movflags +frag_keyframe+empty_moov`,
    copied,
  ),
  made('h264-aac.mov', `${both} ${h264} ${aac}`, copied),
  made('h264-aac.mkv', `${both} ${h264} ${aac}`, copied),
  made('h264-aac.ts', `${both} ${h264} ${aac}`, copied),
  made('h264-aac.flv', `${both} ${h264} ${aac} -ar 44100`, copied),
  made('h264-mp3.avi', `${both} ${h264} -c:a libmp3lame`, {
    ...copied,
    isAudioCopied: false,
    reasons: ['audio_codec'],
  }),
]

const codecs: CorpusInput[] = [
  made(
    'hevc.mp4',
    `${picture()} -c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1`,
    encoded('video_codec'),
  ),
  made(
    'vp8-vorbis.webm',
    `${both} -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis`,
    encoded('video_codec', 'audio_codec'),
  ),
  made(
    'vp9-opus.webm',
    `${both} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus`,
    encoded('video_codec', 'audio_codec'),
  ),
  made('av1.mp4', `${picture('s=160x90:d=0.5:r=10')} -c:v libaom-av1 -cpu-used 8 -usage realtime`, {
    ...encoded('video_codec'),
    seconds: 0.5,
  }),
  made('mpeg4.avi', `${both} -c:v mpeg4 -c:a libmp3lame`, encoded('video_codec', 'audio_codec')),
  made('mpeg2.mpg', `${both} -c:v mpeg2video -c:a mp2`, encoded('video_codec', 'audio_codec')),
  made(
    'prores-pcm.mov',
    `${both} -c:v prores_ks -profile:v 0 -c:a pcm_s16le`,
    encoded('video_codec', 'unsupported_pixel_format', 'audio_codec'),
  ),
  made('mjpeg.avi', `${picture()} -c:v mjpeg -pix_fmt yuvj420p`, encoded('video_codec')),
  made(
    'theora-vorbis.ogv',
    `${both} -c:v libtheora -c:a libvorbis`,
    encoded('video_codec', 'audio_codec'),
  ),
  made('wmv2-wma.asf', `${both} -c:v wmv2 -c:a wmav2`, encoded('video_codec', 'audio_codec')),
  made('ffv1.mkv', `${picture()} -c:v ffv1 -pix_fmt yuv420p`, encoded('video_codec')),
]

const turned = (rotation: number): CorpusInput =>
  made(`turned-${rotation}.mp4`, `-i h264-aac.mp4 -c copy -metadata:s:v rotate=${360 - rotation}`, {
    ...copied,
    size: rotation === 180 ? '160x90' : '90x160',
    isCopied: false,
    reasons: ['unexpected_media_file_parameters'],
    video: { rotation },
  })

const hdr = (name: string, transfer: string): CorpusInput =>
  made(
    `hdr-${name}.mp4`,
    `${picture()} -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -tag:v hvc1 -color_primaries bt2020 -colorspace bt2020nc -color_trc ${transfer} -x265-params log-level=none:colorprim=bt2020:colormatrix=bt2020nc:transfer=${transfer}`,
    {
      ...encoded('video_codec', 'unsupported_pixel_format', 'unexpected_media_file_parameters'),
      video: { transfer: name === 'pq' ? 'pq' : 'hlg', bitDepth: 10 },
    },
  )

const pictures: CorpusInput[] = [
  turned(90),
  turned(180),
  turned(270),
  hdr('pq', 'smpte2084'),
  hdr('hlg', 'arib-std-b67'),
  made('upright.mp4', `${picture('s=90x160:d=1')} ${h264}`, { size: '90x160', isCopied: true }),
  made(
    'odd-size.webm',
    `${picture('s=322x180:d=0.5')} -vf format=yuv444p,crop=321:179,format=yuv420p -c:v libvpx-vp9 -deadline realtime -cpu-used 8`,
    {
      size: '321x179',
      seconds: 0.5,
      isCopied: false,
      reasons: ['video_codec', 'video_resolution'],
    },
  ),
  made('wide-pixels.mp4', `${picture('s=160x120:d=1')} -vf setsar=4/3 ${h264}`, {
    size: '213x120',
    isCopied: false,
    reasons: ['pixel_aspect_ratio'],
    video: { pixelAspectText: '4:3' },
  }),
  made('ten-bit.mp4', `${picture()} -c:v libx264 -preset ultrafast -pix_fmt yuv420p10le`, {
    ...encoded('unsupported_pixel_format', 'unexpected_media_file_parameters'),
    video: { bitDepth: 10, transfer: 'sdr' },
  }),
  made(
    'full-chroma.mp4',
    `${picture()} -c:v libx264 -preset ultrafast -pix_fmt yuv444p`,
    encoded('unsupported_pixel_format', 'unexpected_media_file_parameters'),
  ),
  made('full-range.mp4', `${picture()} -c:v libx264 -preset ultrafast -pix_fmt yuvj420p`, {
    size: '160x90',
    isCopied: true,
    video: { isFullRange: true },
  }),
  made('interlaced.mp4', `${picture('s=160x96:d=1')} ${h264} -flags +ildct+ilme -x264opts tff=1`, {
    size: '160x96',
    isCopied: false,
    reasons: ['unexpected_media_file_parameters'],
    video: { isInterlaced: true, frameRate: 25 },
  }),
  made(
    'fields.mp4',
    `${picture('s=160x96:d=2:r=50')} -vf tinterlace=interleave_bottom ${h264} -flags +ildct+ilme -x264opts tff=1`,
    {
      size: '160x96',
      seconds: 2,
      isCopied: false,
      reasons: ['unexpected_media_file_parameters'],
      video: { isInterlaced: true, frameRate: 25 },
    },
  ),
  made('animated.gif', `${picture('s=160x90:d=3:r=10')} -loop 0`, {
    ...encoded('video_codec', 'unsupported_pixel_format'),
    seconds: 3,
  }),
  made(
    'uneven.gif',
    `${picture('s=160x90:d=2:r=10')} -vf setpts='if(lt(N,10),N/10,1+(N-10)/5)/TB' -vsync vfr`,
    {
      ...encoded('video_codec', 'unsupported_pixel_format'),
      seconds: 2.8,
      video: { isVariableFrameRate: true },
    },
  ),
  made('large.mp4', `${picture('s=3840x2160:d=0.1:r=20')} ${h264}`, {
    size: '3840x2160',
    seconds: 0.1,
    isCopied: false,
    reasons: ['video_resolution', 'video_bitrate'],
  }),
]

const timing: CorpusInput[] = [
  made('60-fps.mp4', `${picture('s=160x90:d=1:r=60')} ${h264}`, {
    isCopied: true,
    video: { frameRate: 60 },
  }),
  made('film-rate.mp4', `${picture('s=160x90:d=1:r=24000/1001')} ${h264}`, {
    isCopied: true,
    video: { frameRateText: '24000/1001', isVariableFrameRate: false },
  }),
  made('film-rate.mkv', `${picture('s=160x90:d=1:r=24000/1001')} ${h264}`, {
    isCopied: true,
    video: { isVariableFrameRate: false },
  }),
  made(
    'variable-rate.mp4',
    `${picture('s=160x90:d=2:r=30')} -vf setpts='if(lt(N,30),N/30,1+(N-30)/10)/TB' -vsync vfr ${h264}`,
    {
      seconds: 4,
      isCopied: true,
      video: { isVariableFrameRate: true },
    },
  ),
  made('slide-show.mp4', `${picture('s=160x90:d=6:r=1')} ${h264}`, {
    seconds: 6,
    isCopied: true,
    reasons: ['video_frame_rate'],
  }),
  made('one-frame.mp4', `${picture('s=160x90:d=1')} -frames:v 1 ${h264}`, {
    seconds: 0.04,
    isCopied: true,
  }),
  made('late-start.ts', `${both} ${h264} ${aac} -output_ts_offset 3600`, copied),
  made(
    'negative-start.mkv',
    `${both} ${h264} ${aac} -output_ts_offset -0.2 -avoid_negative_ts disabled`,
    { kind: 'video', isCopied: true },
  ),
  made('cut-by-edits.mp4', `-ss 0.5 -i long-gop.mp4 -t 2 -c copy`, {
    seconds: 2,
    isCopied: false,
    reasons: ['video_edit_list'],
  }),
  made(
    'long-gop.mp4',
    `${picture('s=160x90:d=13:r=10')} ${h264} -g 999 -keyint_min 999 -sc_threshold 0`,
    { seconds: 13, isCopied: true },
  ),
  made(
    'open-gop.mp4',
    `${picture('s=160x90:d=2')} -c:v libx264 -preset veryfast -pix_fmt yuv420p -g 12 -bf 3 -x264-params open-gop=1`,
    { seconds: 2, isCopied: true },
  ),
  made(
    'no-duration.webm',
    `${both} -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis -live 1`,
    encoded('video_codec', 'audio_codec'),
  ),
]

const only = (name: string, ffmpeg: string, expected: Expected = {}): CorpusInput =>
  made(name, ffmpeg, { kind: 'audio', isCopied: false, audioTracks: 1, ...expected })

const sounds: CorpusInput[] = [
  made('no-audio.mp4', `${picture()} ${h264}`, { ...copied, isAudioCopied: false, audioTracks: 0 }),
  only('tone.m4a', `${sound()} ${aac}`, { isAudioCopied: true }),
  only('tone.mp3', `${sound()} -c:a libmp3lame`, { isAudioCopied: false }),
  only('tone.aac', `${sound()} ${aac}`, { isAudioCopied: true }),
  only('tone.wav', sound()),
  only('tone.flac', sound()),
  only('tone.ogg', `${sound()} -c:a libopus`),
  only('surround.m4a', `-f lavfi -i anoisesrc=d=1:r=48000 -ac 6 ${aac}`, { isAudioCopied: true }),
  only('fine.m4a', `${sound('d=1:r=96000')} ${aac}`, {
    isAudioCopied: false,
    reasons: ['audio_codec'],
  }),
  only(
    'cover.mp3',
    `${sound()} ${picture('s=100x100:d=1')} -map 0 -map 1 -frames:v 1 -c:a libmp3lame -c:v mjpeg -pix_fmt yuvj420p -disposition:v attached_pic -id3v2_version 3`,
  ),
  only(
    'cover.m4a',
    `${sound()} ${picture('s=100x100:d=1')} -map 0 -map 1 -frames:v 1 ${aac} -c:v mjpeg -pix_fmt yuvj420p -disposition:v attached_pic`,
    { isAudioCopied: true },
  ),
  made(
    'three-tracks.mkv',
    `${both} ${sound('d=1:f=500')} ${sound('d=1:f=700')} -map 0 -map 1 -map 2 -map 3 ${h264} ${aac} -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu -metadata:s:a:2 language=fra`,
    { ...copied, audioTracks: 3 },
  ),
]

/** The picture ends before the sound, comes back late, or is broken for a moment. */
const unevenPictures: CorpusInput[] = [
  made('cover-with-sound.mp4', `${picture('s=160x90:d=0.04')} ${sound('d=6')} ${h264} ${aac}`, {
    size: '160x90',
    seconds: 6,
    audioTracks: 1,
  }),
  made(
    'gap-of-half-a-minute.mp4',
    String.raw`${picture('s=160x90:r=25:d=4')} ${sound('d=34')} -vf setpts='if(lt(N\,50)\,N\,N+750)/25/TB' -fps_mode vfr ${h264} ${aac}`,
    { size: '160x90', seconds: 34, audioTracks: 1 },
  ),
  {
    name: 'noise-in-its-middle.mp4',
    recipe: { from: 'h264-aac.mp4', change: makeNoisy(2000) },
    expected: { kind: 'video', seconds: 1, size: '160x90', audioTracks: 1 },
  },
]

/** Realistic inputs: each becomes an asset. */
export const goodInputs: readonly CorpusInput[] = [
  ...containers,
  ...codecs,
  ...timing,
  ...oddTimelines,
  ...sounds,
  ...pictures,
  ...unevenPictures,
]

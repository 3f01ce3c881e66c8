/**
 * Formats that contain their media. Formats that name other files or addresses (playlists,
 * manifests, concat scripts, image patterns, filter graphs) are missing, so that no input can make
 * ffmpeg open anything else.
 */
const mediaFormats = [
  'aac',
  'ac3',
  'aiff',
  'amr',
  'asf',
  'avi',
  'caf',
  'dv',
  'eac3',
  'flac',
  'flv',
  // Plays once: its reader leaves out repetitions.
  'gif',
  'ivf',
  'matroska',
  'mov',
  'mp3',
  'mpeg',
  'mpegts',
  'mxf',
  'ogg',
  'w64',
  'wav',
] as const

/**
 * Decoders of usual recording, editing and export formats. All others, such as those that read
 * further files, stay disabled whatever a file asks for.
 */
const decoders = [
  'h264 hevc vp8 vp9 libdav1d libaom-av1 av1 libvpx libvpx-vp9',
  'mpeg1video mpeg2video mpegvideo mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4',
  'h263 h263i h263p flv wmv1 wmv2 wmv3 vc1 theora svq1 svq3',
  'mjpeg mjpegb prores dnxhd cfhd dvvideo ffv1 ffvhuff huffyuv',
  'utvideo qtrle cinepak rawvideo v210 png bmp webp gif vp6 vp6f',
  'aac aac_latm mp3 mp3float mp2 mp2float mp1 ac3 eac3 dca',
  'truehd mlp flac alac opus libopus vorbis libvorbis wmav1 wmav2',
  'wmapro wmalossless amrnb amrwb nellymoser speex libspeex adpcm_ms',
  'adpcm_ima_wav adpcm_ima_qt adpcm_swf pcm_alaw pcm_mulaw pcm_u8 pcm_s8',
  'pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le',
  'pcm_f32be pcm_f64le pcm_f64be pcm_bluray pcm_dvd',
  'mov_text subrip srt webvtt ass ssa text cc_dec',
  // Not used, but ffprobe opens a decoder for every stream of a file or fails.
  'dvdsub dvbsub pgssub xsub libzvbi_teletextdec tiff ljpeg jpeg2000',
]

const imageFormats = ['bmp_pipe', 'jpeg_pipe', 'png_pipe', 'webp_pipe'] as const

const safeName = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/** The only way to name an input; options for it, such as a start time, come before these. */
export const inputArgs = (fileName: string, kind: 'media' | 'image' = 'media'): string[] => {
  if (!safeName.test(fileName)) throw new Error(`${fileName} is no name of a file in a job folder.`)
  const formats = kind === 'media' ? mediaFormats : imageFormats
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    formats.join(','),
    '-codec_whitelist',
    decoders.join(' ').replaceAll(' ', ','),
    '-i',
    `file:${fileName}`,
  ]
}

/** The input is written to the program's standard input: fragments of our own writer. */
export const pipedInputArgs = (): string[] => [
  '-protocol_whitelist',
  'pipe',
  '-format_whitelist',
  'mov',
  '-codec_whitelist',
  'h264,hevc,libdav1d,libaom-av1,av1',
  '-i',
  'pipe:0',
]

/** The same for sound, in a format that needs no parameters. */
export const pipedSoundArgs = (format: 'aac' | 'mp3' | 'ogg'): string[] => [
  '-f',
  format,
  '-protocol_whitelist',
  'pipe',
  '-format_whitelist',
  format,
  '-codec_whitelist',
  'aac,mp3,mp3float,opus,libopus',
  '-i',
  'pipe:0',
]

/** Closed captions that we wrote ourselves. */
export const captionInputArgs = (fileName: string): string[] => {
  if (!safeName.test(fileName)) throw new Error(`${fileName} is no name of a file in a job folder.`)
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    'scc',
    '-codec_whitelist',
    'cc_dec',
    '-i',
    `file:${fileName}`,
  ]
}

const guards = ['-protocol_whitelist', '-format_whitelist', '-codec_whitelist']

/** An input that was not made by inputArgs is a bug; only our filter graphs need none. */
export const refuseUnguardedInputs = (args: readonly string[]) => {
  for (const [place, arg] of args.entries()) {
    if (arg !== '-i') continue
    const isGuarded = guards.every((guard, index) => args[place - 6 + index * 2] === guard)
    const isOwnGraph = args[place - 2] === '-f' && args[place - 1] === 'lavfi'
    if (!isGuarded && !isOwnGraph) throw new Error('Every input of ffmpeg is named by inputArgs.')
  }
}

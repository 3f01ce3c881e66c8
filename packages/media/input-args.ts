/**
 * Formats that hold their media themselves. Whatever names other files or addresses (playlists,
 * manifests, concat scripts, image patterns, filter graphs) is left out, so that no input can
 * make ffmpeg open anything but itself.
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

const imageFormats = ['bmp_pipe', 'jpeg_pipe', 'png_pipe', 'webp_pipe'] as const

const safeName = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/** The only way to name an input: options before it (a start time, say) come before these. */
export const inputArgs = (fileName: string, kind: 'media' | 'image' = 'media'): string[] => {
  if (!safeName.test(fileName)) throw new Error(`${fileName} is no name of a file in a job folder.`)
  const formats = kind === 'media' ? mediaFormats : imageFormats
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    formats.join(','),
    '-i',
    `file:${fileName}`,
  ]
}

/** An input that was not made by inputArgs is a mistake of ours; only a filter graph of our own needs none. */
export const refuseUnguardedInputs = (args: readonly string[]) => {
  for (const [place, arg] of args.entries()) {
    if (arg !== '-i') continue
    const isGuarded =
      args[place - 4] === '-protocol_whitelist' && args[place - 2] === '-format_whitelist'
    const isOwnGraph = args[place - 2] === '-f' && args[place - 1] === 'lavfi'
    if (!isGuarded && !isOwnGraph) throw new Error('Every input of ffmpeg is named by inputArgs.')
  }
}

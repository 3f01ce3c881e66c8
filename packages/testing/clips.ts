import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = join(tmpdir(), 'playhead-clips')

export interface ClipOptions {
  seconds?: number
  width?: number
  height?: number
  frameRate?: number
  /** Encoder of the picture; false for none. */
  video?: 'libx264' | 'mpeg4' | 'libvpx-vp9' | false
  /** Encoder of the sound; false for none. */
  audio?: 'aac' | 'libmp3lame' | 'libopus' | false
  gopSeconds?: number
  container?: 'mp4' | 'mkv' | 'webm' | 'mov' | 'avi' | 'mp3'
  /** Further arguments for the output. */
  args?: readonly string[]
}

const argsOf = ({
  seconds = 4,
  width = 320,
  height = 180,
  frameRate = 25,
  video = 'libx264',
  audio = 'aac',
  gopSeconds = 2,
  args = [],
}: ClipOptions) => [
  ...(video
    ? [
        '-f',
        'lavfi',
        '-i',
        `testsrc2=size=${width}x${height}:rate=${frameRate}:duration=${seconds}`,
      ]
    : []),
  ...(audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`] : []),
  ...(video ? ['-c:v', video, '-pix_fmt', 'yuv420p', '-g', String(gopSeconds * frameRate)] : []),
  ...(video === 'libx264'
    ? ['-preset', 'ultrafast', '-sc_threshold', '0', '-profile:v', 'high']
    : []),
  ...(audio ? ['-c:a', audio] : []),
  ...args,
]

/** The path of a small file with a moving picture and a tone, made once per machine. */
export const makeClip = async (options: ClipOptions = {}): Promise<string> => {
  const args = argsOf(options)
  const container = options.container ?? 'mp4'
  const name = createHash('sha256')
    .update(JSON.stringify([args, container]))
    .digest('hex')
  const file = join(folder, `${name.slice(0, 24)}.${container}`)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  await mkdir(folder, { recursive: true })
  const written = join(folder, `${randomUUID()}.${container}`)
  await run('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args, written])
  await rename(written, file)
  return file
}

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = path.join(tmpdir(), 'playhead-clips')

const ffmpegOfTests = () => process.env['FFMPEG_PATH'] ?? 'ffmpeg'

/** The versions and build of the ffmpeg that makes the clips. */
const describeFfmpeg = async () => (await run(ffmpegOfTests(), ['-version'])).stdout

let described: Promise<string> | undefined

/**
 * Creates a clip with these ffmpeg arguments (without the output name) and caches it in the temp folder for each build
 * of ffmpeg. Arguments may name other clips by their paths.
 */
export const makeClip = async (args: string, extension = 'mp4'): Promise<string> => {
  const words = args.split(' ').filter(Boolean)
  const key = [await (described ??= describeFfmpeg()), args, extension].join('\n')
  const name = createHash('sha256').update(key).digest('hex').slice(0, 24)
  const file = path.join(folder, `${name}.${extension}`)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  await mkdir(folder, { recursive: true })
  const made = path.join(folder, `${name}-${process.pid}-${performance.now()}.${extension}`)
  try {
    await run(ffmpegOfTests(), ['-v', 'error', '-nostdin', '-y', ...words, made])
    await rename(made, file)
  } finally {
    await rm(made, { force: true })
  }
  return file
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Decodes an initialisation segment followed by segments. */
export const readDecodedVideo = async (bytes: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-decode-'))
  try {
    const file = join(folder, 'joined.mp4')
    await writeFile(file, bytes)
    const { stdout, stderr } = await run('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      'v:0',
      '-count_frames',
      '-show_entries',
      'stream=nb_read_frames,height',
      '-of',
      'json',
      file,
    ])
    const [stream] = JSON.parse(stdout).streams
    return { frames: Number(stream.nb_read_frames), height: stream.height, errors: stderr }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One number for each sample of the first channel. */
export const readDecodedSound = async (bytes: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-decode-'))
  try {
    const file = join(folder, 'joined.mp4')
    await writeFile(file, bytes)
    const args = ['-v', 'warning', '-copyts', '-i', file, '-ac', '1', '-f', 'f32le', 'pipe:1']
    const { stdout, stderr } = await run('ffmpeg', args, {
      encoding: 'buffer',
      maxBuffer: 2 ** 28,
    })
    const { buffer, byteOffset, length } = stdout
    const samples = new Float32Array(buffer.slice(byteOffset, byteOffset + length))
    return { samples, errors: stderr.toString() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

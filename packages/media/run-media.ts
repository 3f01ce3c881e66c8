import type { Media } from './find-media.ts'
import { MediaError } from './media-error.ts'
import { startMedia, type MediaProgram, type RunOptions } from './start-media.ts'

export type { RunOptions } from './start-media.ts'

const defaultStdoutBytes = 16 * 1024 * 1024

/** Runs a program to its end and returns its standard output; throws MediaError. */
export const runMedia = async (
  media: Media,
  program: MediaProgram,
  args: readonly string[],
  options: RunOptions & { maxStdoutBytes?: number },
): Promise<{ stdout: Buffer; stderrTail: string }> => {
  const max = options.maxStdoutBytes ?? defaultStdoutBytes
  const started = start(media, program, args, options)
  const chunks: Buffer[] = []
  let bytes = 0
  started.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= max) chunks.push(chunk)
    else started.kill()
  })
  try {
    const { stderrTail } = await started.ended
    return { stdout: Buffer.concat(chunks), stderrTail }
  } catch (error) {
    if (bytes > max) throw new MediaError('too-large', `More than ${max} bytes of output.`)
    throw error
  }
}

/** Streams standard output. Leaving the loop ends the program; its failure is thrown at the end. */
export const streamMedia = async function* (
  media: Media,
  program: MediaProgram,
  args: readonly string[],
  options: RunOptions,
): AsyncGenerator<Buffer, void, void> {
  const { stdout, ended, kill } = start(media, program, args, options)
  // A caller that leaves early ignores how the program ended.
  ended.catch(() => {})
  try {
    for await (const chunk of stdout) yield chunk as Buffer
    await ended
  } finally {
    kill()
  }
}

const start: typeof startMedia = (media, program, args, options) => {
  if (options.signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
  return startMedia(media, program, args, options)
}

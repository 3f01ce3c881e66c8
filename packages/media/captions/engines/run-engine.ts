import { spawn } from 'node:child_process'
import type { Media } from '../../find-media.ts'
import { MediaError } from '../../media-error.ts'

interface Running {
  folder: string
  timeoutSeconds: number
  signal?: AbortSignal | undefined
}

const outputMax = 64 * 1024 * 1024
const tailMax = 4096
/** Paths of libraries, also for GPUs; no secrets. */
const handedOver = ['PATH', 'HOME', 'LD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES']

const environment = () =>
  Object.fromEntries(
    handedOver.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

/** Runs a program of the operator in the job folder, without network and with a timeout. */
export const runEngine = (
  { guards }: Pick<Media, 'guards'>,
  program: string,
  args: readonly string[],
  { folder, timeoutSeconds, signal }: Running,
): Promise<string> => {
  if (signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
  const [command = program, ...rest] = [
    ...guards.isolation,
    ...guards.leash,
    ...guards.patience,
    program,
    ...args,
  ]
  const child = spawn(command, rest, {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const chunks: Buffer[] = []
  let [bytes, tail] = [0, '']
  let cause: MediaError | undefined
  const stop = (error: MediaError) => {
    cause ??= error
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > outputMax) stop(new MediaError('too-large', `More than ${outputMax} bytes.`))
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-tailMax)
  })
  const timer = setTimeout(
    () => stop(new MediaError('timeout', `No end after ${timeoutSeconds} s.`)),
    timeoutSeconds * 1000,
  )
  const cancel = () => stop(new MediaError('cancelled', 'It was called off.'))
  signal?.addEventListener('abort', cancel, { once: true })
  return new Promise<string>((resolve, reject) => {
    child.once('error', (error) => reject(new MediaError('failed', error.message, false)))
    child.once('close', (code, killed) => {
      if (cause) reject(cause)
      else if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(new MediaError('failed', `${killed ?? `exit ${code}`}: ${tail.trim()}`))
    })
  }).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  })
}

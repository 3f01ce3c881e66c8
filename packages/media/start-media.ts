import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Media } from './find-media.ts'
import { refuseUnguardedInputs } from './input-args.ts'
import { MediaError } from './media-error.ts'

export type MediaProgram = 'ffmpeg' | 'ffprobe'

export interface RunOptions {
  /** The job folder: the working directory of the program, with all its files. */
  folder: string
  timeoutSeconds: number
  /** Of address space. */
  memoryBytes?: number
  /** The maximum size of each file that it writes. */
  fileBytesMax?: number
  /** Runs with low priority for processor and disk. */
  isBackground?: boolean
  signal?: AbortSignal | undefined
  /** Seconds of media written so far, about twice a second. ffmpeg only. */
  onProgress?: (seconds: number) => void
  /** `info` for filters that log their measurements. */
  logLevel?: 'error' | 'warning' | 'info'
  /** Each line that it logs. */
  onLog?: (line: string) => void
  /** The caller writes its input. */
  hasInput?: boolean
}

export interface Started {
  /** With `hasInput`. */
  stdin: Writable | null
  stdout: Readable
  /** Rejects with MediaError; the process has ended by then. */
  ended: Promise<{ stderrTail: string }>
  kill: () => void
  /** Undefined if it could not be started. */
  processId: number | undefined
}

const gibibyte = 1024 ** 3
export const defaultMemoryBytes = 6 * gibibyte
const defaultFileBytesMax = 200 * gibibyte
const openFilesMax = 256
const stderrTailBytes = 16_384
const backgroundNiceness = 10

const limitsOf = ({ timeoutSeconds, memoryBytes, fileBytesMax }: RunOptions) => [
  'prlimit',
  `--as=${memoryBytes ?? defaultMemoryBytes}`,
  `--cpu=${Math.ceil(timeoutSeconds * availableParallelism()) + 1}`,
  `--fsize=${fileBytesMax ?? defaultFileBytesMax}`,
  `--nofile=${openFilesMax}`,
  '--core=0',
  '--',
]

const commandOf = (
  media: Media,
  program: MediaProgram,
  args: readonly string[],
  options: RunOptions,
) => {
  const { isolation, leash, hasLimits, patience } = media.guards
  const manners = [
    ...(program === 'ffmpeg' ? ['-nostdin', '-nostats'] : []),
    '-hide_banner',
    '-loglevel',
    options.logLevel ?? 'error',
    ...(options.onProgress && program === 'ffmpeg' ? ['-progress', 'pipe:3'] : []),
  ]
  return [
    ...isolation,
    ...leash,
    ...(hasLimits ? limitsOf(options) : []),
    ...(options.isBackground ? patience : []),
    media[program],
    ...manners,
    ...args,
  ]
}

/** Only the variables that a program needs to start; fewer malloc arenas keep the address space small. */
const environment = () => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
})

/** Keeps the end of a text of unlimited length. */
const keepTail = (stream: Readable) => {
  let tail = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-stderrTailBytes)
  })
  return () => tail.toString('utf8')
}

const followLines = (stream: Readable, onLine: (line: string) => void) => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  stream.on('data', (chunk: Buffer) => {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
}

const followProgress = (stream: Readable, onProgress: (seconds: number) => void) =>
  followLines(stream, (line) => {
    const microseconds = /^out_time_us=(\d+)/.exec(line)?.[1]
    if (microseconds !== undefined) onProgress(Number(microseconds) / 1_000_000)
  })

const judgeEnd = (code: number | null, signal: NodeJS.Signals | null, stderr: string) => {
  const detail = `${signal ?? `exit ${code}`}: ${stderr.trim()}`
  if (signal === 'SIGXCPU') return new MediaError('timeout', detail)
  if (signal === 'SIGXFSZ' || /File too large/.test(stderr))
    return new MediaError('too-large', detail)
  if (/Cannot allocate memory|bad_alloc|malloc of size|failed to map segment/i.test(stderr))
    return new MediaError('memory', detail)
  return new MediaError('failed', detail)
}

/** Starts a program in a separate process group, with all limits that this machine supports. */
export const startMedia = (
  media: Media,
  program: MediaProgram,
  args: readonly string[],
  options: RunOptions,
): Started => {
  refuseUnguardedInputs(args)
  options.signal?.throwIfAborted()
  const [command = '', ...rest] = commandOf(media, program, args, options)
  const child = spawn(command, rest, {
    cwd: options.folder,
    env: environment(),
    stdio: [
      options.hasInput ? 'pipe' : 'ignore',
      'pipe',
      'pipe',
      options.onProgress ? 'pipe' : 'ignore',
    ],
    detached: true,
    // The options above create these two pipes.
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>
  const { stdin, stdout, stderr } = child
  const stderrTail = keepTail(stderr)
  if (options.onLog) followLines(stderr, options.onLog)
  const progress = child.stdio[3]
  if (options.onProgress && progress) followProgress(progress as Readable, options.onProgress)
  if (options.isBackground && child.pid !== undefined) calm(child.pid)

  let cause: MediaError | undefined
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  const stopBecause = (error: MediaError) => {
    cause ??= error
    kill()
  }
  const timer = setTimeout(
    () => stopBecause(new MediaError('timeout', `No end after ${options.timeoutSeconds} s.`)),
    options.timeoutSeconds * 1000,
  )
  const cancel = () => stopBecause(new MediaError('cancelled', 'It was called off.'))
  options.signal?.addEventListener('abort', cancel, { once: true })

  const ended = new Promise<{ stderrTail: string }>((resolve, reject) => {
    child.once('error', (error) => reject(new MediaError('failed', error.message, false)))
    child.once('close', (code, signal) => {
      if (cause) reject(cause)
      else if (code === 0) resolve({ stderrTail: stderrTail() })
      else reject(judgeEnd(code, signal, stderrTail()))
    })
  }).finally(() => {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cancel)
  })
  return { stdin, stdout, ended, kill, processId: child.pid }
}

const calm = (processId: number) => {
  try {
    setPriority(processId, backgroundNiceness)
  } catch {
    // It has already ended, or the machine does not allow it.
  }
}

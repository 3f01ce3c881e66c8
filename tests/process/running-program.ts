import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readTestProgram } from '@playhead/testing/engines/engines.ts'

const root = join(import.meta.dirname, '../..')

export interface RunningProgram {
  url: string
  process: ChildProcess
  /** The sign-in of the demo organization, as printed at the start. */
  demo: { email: string; password: string } | undefined
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

interface Exit {
  code: number | null
  stdout: string
  stderr: string
}

const launch = async (settings: Record<string, string>) => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !name.startsWith('PLAYHEAD_') && !['DATABASE_URL', 'CLICKHOUSE_URL', 'PORT'].includes(name),
    ),
  )
  const child = spawn(process.execPath, [await readTestProgram()], {
    cwd: root,
    // Programs of other tests run at the same time: none may take a port of a fixed number.
    env: { ...inherited, PORT: '0', LIVE_RTMP_PORT: '0', PLAYHEAD_DEMO_DAYS: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text.stdout += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text.stderr += piece))
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code) => resolve({ code, ...text })),
  )
  return { child, text, exited }
}

/** For starts that are expected to fail. */
export const startAndExit = async (settings: Record<string, string>) =>
  (await launch(settings)).exited

/** Stops a start as soon as it has reached a given moment. */
export const stopStart = async (
  settings: Record<string, string>,
  isThere: (stdout: string) => Promise<boolean>,
): Promise<Exit> => {
  const { child, text, exited } = await launch(settings)
  try {
    await until('the start has come to this moment', () => isThere(text.stdout))
    child.kill('SIGTERM')
    return await exited
  } finally {
    child.kill('SIGKILL')
  }
}

export const startProgram = async (settings: Record<string, string>): Promise<RunningProgram> => {
  const { child, text, exited } = await launch(settings)
  let hasExited = false
  let isEnding = false
  child.once('close', (code) => {
    hasExited = true
    // Tests see only a refused connection; the reason is in the program's last output.
    if (code !== null && code !== 0 && !isEnding)
      console.error(`The program ended by itself with ${code}: ${text.stderr.slice(-4000)}`)
  })
  for (let waited = 0; waited < 150_000; waited += 25) {
    // The demo's line is the last one; without a demo the address is.
    const isSaid = settings.PLAYHEAD_DEMO === '0' ? /running at \S+\n/ : /with the password \S+\n/
    if (isSaid.test(text.stdout) || hasExited) break
    await pause(25)
  }
  const url = /running at (\S+)/.exec(text.stdout)?.[1]
  if (!url) {
    child.kill('SIGKILL')
    throw new Error(`The program did not start: ${text.stderr}${text.stdout}`)
  }
  const [, email, password] = /Sign in as (\S+) with the password (\S+)/.exec(text.stdout) ?? []
  return {
    url: url.replace('localhost', '127.0.0.1'),
    process: child,
    demo: email && password ? { email, password } : undefined,
    output: () => text.stdout + text.stderr,
    async kill(signal) {
      isEnding = true
      child.kill(signal)
      await exited
    },
  }
}

export const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ph-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Processes whose command line contains the folder: the engines that use it. */
export const processesOf = async (folder: string) => {
  const found: { id: number; command: string }[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(folder))
      found.push({ id: Number(name), command: command.replaceAll('\0', ' ') })
  }
  return found
}

export const until = async (what: string, isSo: () => Promise<boolean>, seconds = 120) => {
  const end = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`After ${seconds} s it still did not hold: ${what}`)
    await pause(50)
  }
}

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface EngineProgram {
  /** The number of the last acknowledged row. */
  acknowledged(): number
  /** Resolves once that many rows were acknowledged. */
  wrote(count: number): Promise<void>
  /** Kills it without warning, like the kernel when memory runs out. */
  kill(): Promise<void>
  errors(): string
}

/** Starts engine-program.ts, optionally as another user. */
export const startEngineProgram = (
  engine: 'postgres' | 'clickhouse',
  dataFolder: string,
  identity: { uid?: number; gid?: number } = {},
): EngineProgram => {
  const script = fileURLToPath(new URL('./engine-program.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, engine, dataFolder], {
    ...identity,
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let acknowledged = 0
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => (acknowledged = Number(line.split(' ')[1])))
  return {
    acknowledged: () => acknowledged,
    errors: () => errors,
    wrote: (count) =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error(`The program ended: ${errors}`)))
        lines.on('line', () => acknowledged >= count && resolve())
      }),
    kill: () => killAndWait(child),
  }
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** The processes whose command line contains a folder. */
export const listProcessesOf = async (
  folder: string,
): Promise<{ id: number; command: string }[]> => {
  const all = process.platform === 'linux' ? await fromProc() : await fromPs()
  return all.filter(({ id, command }) => id !== process.pid && command.includes(folder))
}

async function fromProc(): Promise<{ id: number; command: string }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    ids.map(async (id) => ({
      id: Number(id),
      command: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(emptyIfEnded),
    })),
  )
}

/** Any other error would make a running process look ended. */
function emptyIfEnded(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return ''
  throw error
}

async function fromPs(): Promise<{ id: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='])
  return stdout.split('\n').map((line) => {
    const [, id, command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? []
    return { id: Number(id), command }
  })
}

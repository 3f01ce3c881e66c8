import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from '@playwright/test'
import { operatorOf } from './operator.ts'

const root = path.join(import.meta.dirname, '../..')
const startsWithinMs = 90_000

export interface OwnProgram {
  url: string
  /** Where its databases and files are. */
  dataFolder: string
  /** The link for the first staff account, printed at the first start. */
  staffLink(): Promise<string>
  /** Sends it a command, as an operator does. */
  command: ReturnType<typeof operatorOf>
  /** Stops it, so that it is unreachable; `start` uses the same address again. */
  stop(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
}

type Settings = Record<string, string>

function launch(settings: Settings) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PLAYHEAD_|GITHUB_|DATABASE_URL|CLICKHOUSE_URL|SMTP_URL|PORT$)/.test(name),
  )
  const child = spawn(process.execPath, [path.join(root, 'build/server/main.js')], {
    env: { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

/** Resolves to the link in its output, once that is complete. */
function staffLinkOf(child: ChildProcess) {
  return new Promise<string>((resolve) => {
    let said = ''
    child.stdout?.on('data', (piece: string) => {
      said += piece
      const link = /(\S+\/first-staff#\S+)\n/.exec(said)?.[1]
      if (link) resolve(link)
    })
  })
}

/** The address in its output. */
function runningAt(child: ChildProcess) {
  return new Promise<string>((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => fail('too slowly'), startsWithinMs)
    const fail = (how: string) => {
      clearTimeout(timer)
      child.kill()
      reject(new Error(`The program did not start (${how}): ${said}`))
    }
    const listen = (piece: string) => {
      said += piece
      const url = /running at (\S+)\n/.exec(said)?.[1]
      if (!url) return
      clearTimeout(timer)
      child.off('exit', onExit)
      resolve(url)
    }
    const onExit = (code: number | null) => fail(`exit code ${code}`)
    child.once('exit', onExit)
    child.stdout?.setEncoding('utf8').on('data', listen)
    child.stderr?.setEncoding('utf8').on('data', listen)
  })
}

async function startOwnProgram(settings: Settings) {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-own-'))
  const given = {
    HOST: '127.0.0.1',
    PORT: '0',
    PLAYHEAD_DATA: folder,
    PLAYHEAD_DEMO: '0',
    PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
    ...settings,
  }
  let child = launch(given)
  const staffLink = staffLinkOf(child)
  const url = await runningAt(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    if (!isRunning()) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  const stop = end('SIGTERM')
  const program: OwnProgram = {
    url,
    dataFolder: folder,
    staffLink: () => staffLink,
    command: operatorOf(folder),
    stop,
    kill: end('SIGKILL'),
    async start() {
      if (isRunning()) return
      child = launch({ ...given, PORT: new URL(url).port })
      await runningAt(child)
    },
  }
  const remove = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { program, remove }
}

/** Tests whose program has custom settings; all tests of a file share one program. */
export const testWithProgram = (settings: Settings | (() => Promise<Settings>) = {}) =>
  test.extend<{ program: OwnProgram }, { ownProgram: OwnProgram }>({
    ownProgram: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern, even an empty one.
      async ({}, provide) => {
        const given = typeof settings === 'function' ? await settings() : settings
        const { program, remove } = await startOwnProgram(given)
        await provide(program)
        await remove()
      },
      { scope: 'worker', timeout: 2 * startsWithinMs },
    ],
    program: ({ ownProgram }, provide) => provide(ownProgram),
    baseURL: ({ ownProgram }, provide) => provide(ownProgram.url),
  })

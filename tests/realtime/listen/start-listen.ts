import { spawn } from 'node:child_process'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const tool = path.join(import.meta.dirname, '../../../tools/playhead.mjs')

interface Given {
  origin: string
  token: { id: string; secret: string }
  forward: string
  more?: string[]
}

type Line = Record<string, unknown>

/** `playhead listen --json` as a developer runs it, with the lines that it has printed. */
export const startListen = ({ origin, token, forward, more = [] }: Given) => {
  const words = ['listen', '--forward', forward, '--url', origin, '--json', ...more]
  const child = spawn(process.execPath, [tool, ...words], {
    env: { ...process.env, MUX_TOKEN_ID: token.id, MUX_TOKEN_SECRET: token.secret },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece))
  const exited = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stderr }))
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const lines = () =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  return {
    lines,
    secret: () => lines().find((line) => 'signing_secret' in line)?.['signing_secret'] as string,
    deliveries: () => lines().filter((line) => 'ms' in line),
    notes: () => lines().flatMap(({ note }) => (typeof note === 'string' ? [note] : [])),
    press: (key: string) => child.stdin.write(key),
    interrupt: () => child.kill('SIGINT'),
    exited,
  }
}

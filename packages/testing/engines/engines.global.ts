import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeTestProgram } from './make-test-program.ts'
import { startTestClickHouse } from './test-clickhouse.ts'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket over which a test file requests an engine or the program. */
    enginesSocket: string
  }
}

/** One pair of engines and one build per run, each made at the first request of a test file (see engines.ts). */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-test-'))
  const engines = new Map([
    ['/postgres', once(() => startTestPostgres(folder))],
    ['/clickhouse', once(() => startTestClickHouse(folder))],
    [
      '/program',
      once(async () => ({ details: { file: await makeTestProgram() }, stop: async () => {} })),
    ],
  ])
  const server = createServer((request, response) => {
    const engine = engines.get(request.url ?? '')
    if (engine === undefined) return response.writeHead(404).end('no such engine')
    return engine.start().then(
      (started) => response.end(JSON.stringify(started.details)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const socket = join(folder, 'engines.sock')
  await listen(server, socket)
  project.provide('enginesSocket', socket)

  return async () => {
    server.close()
    await Promise.all([...engines.values()].map((engine) => engine.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

interface TestEngine {
  details: object
  stop(): Promise<void>
}

function once(start: () => Promise<TestEngine>): {
  start: () => Promise<TestEngine>
  stop: () => Promise<void>
} {
  let started: Promise<TestEngine> | undefined
  return {
    start: () => (started ??= start()),
    stop: async () => (await started?.catch(() => undefined))?.stop(),
  }
}

async function listen(server: Server, socket: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
}

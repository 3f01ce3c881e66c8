import { Heartbeat } from '@playhead/engine-kit/heartbeat.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { z } from 'zod'
import {
  DatabaseUnavailable,
  isLostConnection,
  isRefused,
  reasonOf,
} from './database-unavailable.ts'
import { valueParsers } from './parse-values.ts'
import { ping } from './ping.ts'
import type { SqlFragment } from './sql.ts'

/** What a query function receives: the pool or a transaction. */
export interface Database {
  rows<Row>(Row: z.ZodType<Row>, query: SqlFragment): Promise<Row[]>
  /** Exactly one row; anything else is an error. */
  row<Row>(Row: z.ZodType<Row>, query: SqlFragment): Promise<Row>
  maybeRow<Row>(Row: z.ZodType<Row>, query: SqlFragment): Promise<Row | undefined>
  /** Returns how many rows were written. */
  run(query: SqlFragment): Promise<number>
  /** Inside a transaction this is a savepoint. */
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>
}

export interface ConnectedDatabase extends Database {
  /** Contains the password: for opening further connections, never for logs. */
  readonly url: string
  /** Throws DatabaseUnavailable with a sentence for the operator. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface ConnectOptions {
  maximumConnections?: number
  statementTimeoutSeconds?: number
  applicationName?: string
}

// Many concurrent calls queue for a connection; a server that does not respond is refused earlier.
const turnMilliseconds = 30_000
const connectMilliseconds = 5_000

class ConnectingClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectMilliseconds })
  }
}

export const connect = (
  target: string | { readonly url: string },
  options: ConnectOptions = {},
): ConnectedDatabase => {
  const url = typeof target === 'string' ? target : target.url
  const place = describe(url)
  const statementTimeoutSeconds = options.statementTimeoutSeconds ?? 15
  const pool = new Pool({
    connectionString: url,
    max: options.maximumConnections ?? 10,
    application_name: options.applicationName ?? 'playhead',
    statement_timeout: statementTimeoutSeconds * 1_000,
    // A server that vanished silently must not block a request forever.
    query_timeout: (statementTimeoutSeconds + 5) * 1_000,
    connectionTimeoutMillis: turnMilliseconds,
    Client: ConnectingClient,
    idleTimeoutMillis: 30_000,
    options: '-c timezone=UTC',
    types: valueParsers,
  })
  // The next query replaces a broken idle connection; without a listener its error would end the process.
  pool.on('error', () => {})

  function unavailable(error: unknown): DatabaseUnavailable {
    return new DatabaseUnavailable(`${place} cannot be reached: ${reasonOf(error)}.`, error)
  }

  const heartbeat = new Heartbeat({
    ping: () => ping(url, connectMilliseconds),
    silent: () => new DatabaseUnavailable(`${place} does not answer.`),
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
  })

  /** A connection that arrives after its caller timed out is released to the next one. */
  async function takeConnection(): Promise<PoolClient> {
    let coming: Promise<PoolClient> | undefined
    const giveUp = (): void =>
      void coming?.then(
        (connection) => connection.release(),
        () => {},
      )
    try {
      return await heartbeat.watch(() => (coming = pool.connect()), { isMute: true, giveUp })
    } catch (error) {
      throw isRefused(error) ? unavailable(error) : error
    }
  }

  async function withConnection<Result>(work: (send: Send) => Promise<Result>): Promise<Result> {
    const connection = await takeConnection()
    let isLost = false
    const markLost = (): void => void (isLost = true)
    // Between two queries of a transaction no promise is pending on the connection, so its errors need a listener.
    connection.on('error', markLost)
    const ask: Send = (text, values) =>
      connection.query<Record<string, unknown>>({ text, values: [...values] })
    const send: Send = (text, values) =>
      heartbeat
        .watch(() => ask(text, values), { giveUp: markLost })
        .catch((error: unknown) => {
          if (!isLostConnection(error)) throw error
          markLost()
          throw unavailable(error)
        })
    try {
      return await work(send)
    } finally {
      connection.off('error', markLost)
      connection.release(isLost)
    }
  }

  return {
    url,
    ...queries((text, values) => withConnection((send) => send(text, values))),
    transaction: (work) =>
      withConnection((send) =>
        nested(send, ['BEGIN', 'COMMIT', 'ROLLBACK'], () => work(transactionOn(send, 1))),
      ),
    check: () => withConnection(async (send) => void (await send('SELECT 1', []))),
    close: async () => {
      heartbeat.close()
      await pool.end()
    },
  }
}

function transactionOn(send: Send, depth: number): Database {
  const [begin, commit, rollback] = [
    `SAVEPOINT level_${depth}`,
    `RELEASE SAVEPOINT level_${depth}`,
    `ROLLBACK TO SAVEPOINT level_${depth}`,
  ]
  return {
    ...queries(send),
    transaction: (work) =>
      nested(send, [begin, commit, rollback], () => work(transactionOn(send, depth + 1))),
  }
}

async function nested<Result>(
  send: Send,
  [begin, commit, rollback]: [string, string, string],
  work: () => Promise<Result>,
): Promise<Result> {
  await send(begin, [])
  try {
    const result = await work()
    await send(commit, [])
    return result
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) await send(rollback, [])
    throw error
  }
}

type Send = (
  text: string,
  values: SqlFragment['parameters'],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>

function queries(send: Send): Omit<Database, 'transaction'> {
  async function rows<Row>(Row: z.ZodType<Row>, query: SqlFragment): Promise<Row[]> {
    return (await send(query.text, query.parameters)).rows.map((row) => Row.parse(row))
  }
  return {
    rows,
    async row(Row, query) {
      const found = await rows(Row, query)
      const [first] = found
      if (first === undefined || found.length > 1) {
        throw new Error(
          `${query.name ?? 'A query'} found ${found.length} rows where one was expected.`,
        )
      }
      return first
    },
    async maybeRow(Row, query) {
      const found = await rows(Row, query)
      if (found.length > 1) {
        throw new Error(
          `${query.name ?? 'A query'} found ${found.length} rows where at most one was expected.`,
        )
      }
      return found[0]
    },
    run: async (query) => (await send(query.text, query.parameters)).rowCount ?? 0,
  }
}

function describe(url: string): string {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new DatabaseUnavailable('The database address is not a postgres:// address.')
  }
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new DatabaseUnavailable('The database address is not a postgres:// address.')
  }
  const host = parsed.searchParams.get('host') ?? (parsed.host || 'localhost')
  const database = decodeURIComponent(parsed.pathname.slice(1))
  return `Postgres at ${host} (database "${database}", user "${decodeURIComponent(parsed.username)}")`
}

import { ClickHouseLogLevel, createClient, type ClickHouseSettings } from '@clickhouse/client'
import { Heartbeat } from '@playhead/engine-kit/heartbeat.ts'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { finished } from 'node:stream/promises'
import type { z } from 'zod'
import { localName, type ClusterForm } from './cluster-form.ts'
import {
  ClickHouseUnavailable,
  isLostConnection,
  isLostNode,
  isRefused,
  reasonOf,
} from './clickhouse-unavailable.ts'
import { ndjson } from './ndjson.ts'
import { ping } from './ping.ts'
import { sql, type SqlFragment } from './sql.ts'

interface QueryOptions {
  /** Aborts the query on the server as well. */
  signal?: AbortSignal
  maximumSeconds?: number
  /** The id of the environment that asks: the engine tells its running queries apart by it. */
  asker?: string | undefined
}

/** How the engine's ids of an environment's queries begin. */
export const startOfQueryIds = (asker: string) => `${asker}/`

interface InsertOptions {
  /** Two inserts with the same token count once, in tables with `non_replicated_deduplication_window`. */
  token?: string
}

export interface ClickHouse {
  /** DateTime columns arrive as ISO text, integers as numbers (select toString() of ids beyond 2^53). */
  rows<Row>(Row: z.ZodType<Row>, query: SqlFragment, options?: QueryOptions): Promise<Row[]>
  /** Rows as JSON text, streamed, for results that do not fit into memory. */
  lines(query: SqlFragment, options?: QueryOptions): AsyncIterable<string>
  /** CSV without a header, streamed; starts once the query has succeeded. */
  csv(query: SqlFragment, options?: QueryOptions): Promise<Readable>
  /** NDJSON that the server has packed with gzip, once the query has succeeded. */
  packed(query: SqlFragment, options?: QueryOptions): Promise<PackedRows>
  /** Returns once the rows are in the table's files; a prepared NDJSON buffer is cheapest. */
  insert(table: string, rows: Buffer | readonly object[], options?: InsertOptions): Promise<void>
  /** An INSERT … SELECT … FROM input(…) that reads a file in a ClickHouse format. */
  insertStream(
    statement: SqlFragment,
    format: 'Parquet' | 'JSONEachRow',
    file: Readable,
    options?: QueryOptions,
  ): Promise<void>
  command(statement: SqlFragment, options?: QueryOptions): Promise<void>
  /** For what a Distributed table cannot do, such as deleting rows: runs on every node, on the local table. */
  commandWhereRowsLie(
    statement: (table: (name: string) => SqlFragment) => SqlFragment,
    options?: QueryOptions,
  ): Promise<void>
}

export interface PackedRows {
  rows: number
  bytes: Buffer<ArrayBuffer>
}

export interface ConnectedClickHouse extends ClickHouse {
  /** Contains the password: for opening further connections, never for logs. */
  readonly url: string
  /** Throws ClickHouseUnavailable with a sentence for the operator. */
  check(): Promise<void>
  close(): Promise<void>
}

interface ClusterNodes extends ClusterForm {
  nodeUrls: readonly string[]
}

export interface ConnectOptions {
  cluster?: ClusterNodes | undefined
  maximumConnections?: number
  maximumQuerySeconds?: number
  maximumQueryBytes?: number
}

const gibibyte = 2 ** 30
/** What is packed is kept in the memory of the server until then: files would cost a quarter more processor time. */
const packedTextBytes = 2 ** 26
/** The usual level; the lowest takes a fifth less processor time for half as many bytes again. */
const packingLevel = '3'
const pingMilliseconds = 5_000

export const connect = (
  target: string | { readonly url: string },
  options: ConnectOptions = {},
): ConnectedClickHouse => {
  const url = typeof target === 'string' ? target : target.url
  const place = describe(url)
  const lostNodeMessage = `${place} cannot reach another node of its cluster.`
  const usualSeconds = options.maximumQuerySeconds ?? 30
  const settings: ClickHouseSettings = {
    max_memory_usage: String(options.maximumQueryBytes ?? gibibyte),
    date_time_output_format: 'iso',
    date_time_input_format: 'best_effort',
    output_format_json_quote_64bit_integers: 0,
    // A client that disconnects cancels its query; the server supports this for read-only queries only.
    cancel_http_readonly_queries_on_client_close: 1,
    // The reply to an insert waits for the insert itself; external servers may otherwise queue it.
    async_insert: 0,
    distributed_foreground_insert: 1,
    // A partial result looks like a complete one.
    skip_unavailable_shards: 0,
    wait_end_of_query: 1,
    input_format_skip_unknown_fields: 0,
  }
  const clientFor = (seconds: number, isPacking = false) =>
    createClient({
      url,
      application: 'playhead',
      compression: { response: isPacking },
      max_open_connections: options.maximumConnections ?? 10,
      request_timeout: (seconds + 5) * 1_000,
      clickhouse_settings: settings,
      log: { level: ClickHouseLogLevel.OFF },
    })
  const client = clientFor(usualSeconds)
  // The timeout for a silent connection can only be set for a whole client.
  const patientClients = new Map<number, typeof client>()
  const patient = ({ maximumSeconds = 0 }: QueryOptions = {}) => {
    if (maximumSeconds <= usualSeconds) return client
    const known = patientClients.get(maximumSeconds) ?? clientFor(maximumSeconds)
    patientClients.set(maximumSeconds, known)
    return known
  }
  const packingClient = clientFor(usualSeconds, true)

  const nodes = (options.cluster?.nodeUrls ?? []).map((node) =>
    connect(node, { ...options, cluster: undefined }),
  )

  const heartbeat = new Heartbeat({
    ping: () => ping(url, pingMilliseconds),
    silent: () => new ClickHouseUnavailable(`${place} does not answer.`),
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
  })

  /** The work gets a signal that aborts it when its caller goes away or the server stops responding. */
  async function ask<Answer>(
    { signal, maximumSeconds = 0 }: QueryOptions,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const hung = new AbortController()
    const ends = signal ? AbortSignal.any([signal, hung.signal]) : hung.signal
    try {
      return await heartbeat.watch(() => work(ends), {
        isPatient: maximumSeconds > usualSeconds,
        giveUp: () => hung.abort(),
      })
    } catch (error) {
      if (isLostNode(error)) throw new ClickHouseUnavailable(lostNodeMessage, error)
      throw isLostConnection(error) ? unavailable(error) : error
    }
  }

  function unavailable(error: unknown): ClickHouseUnavailable {
    return new ClickHouseUnavailable(`${place} cannot be reached: ${reasonOf(error)}.`, error)
  }

  function request(
    query: SqlFragment,
    { maximumSeconds, asker }: QueryOptions,
    signal: AbortSignal,
  ) {
    return {
      ...(asker !== undefined && { query_id: startOfQueryIds(asker) + randomUUID() }),
      query: query.text,
      query_params: query.parameters,
      abort_signal: signal,
      clickhouse_settings: {
        max_execution_time: maximumSeconds ?? usualSeconds,
        log_comment: query.name ?? '',
      },
    }
  }

  function commandOn(statement: SqlFragment, queryOptions: QueryOptions): Promise<void> {
    return ask(
      queryOptions,
      async (signal) =>
        void (await patient(queryOptions).command(request(statement, queryOptions, signal))),
    )
  }

  return {
    url,
    rows: (Row, query, queryOptions = {}) =>
      ask(queryOptions, async (signal) => {
        const asked = request(query, queryOptions, signal)
        const result = await patient(queryOptions).query({
          ...asked,
          format: 'JSONEachRow',
          clickhouse_settings: { ...asked.clickhouse_settings, readonly: '2' },
        })
        return (await result.json()).map((row) => Row.parse(row))
      }),
    lines: async function* (query, queryOptions = {}) {
      const result = await ask(queryOptions, (signal) => {
        const asked = request(query, queryOptions, signal)
        return patient(queryOptions).query({
          ...asked,
          format: 'JSONEachRow',
          // The server buffers the result of these queries, so that an error halfway becomes an error response.
          clickhouse_settings: {
            ...asked.clickhouse_settings,
            readonly: '2',
            wait_end_of_query: 0,
          },
        })
      })
      for await (const rows of result.stream()) for (const row of rows) yield row.text
    },
    csv: (query, queryOptions = {}) =>
      ask(queryOptions, async (signal) => {
        const asked = request(query, queryOptions, signal)
        const { stream } = await patient(queryOptions).exec({
          ...asked,
          query: `${asked.query} FORMAT CSV`,
          clickhouse_settings: { ...asked.clickhouse_settings, readonly: '2' },
        })
        return stream
      }),
    packed: (query, queryOptions = {}) =>
      ask(queryOptions, async (signal) => {
        const asked = request(query, queryOptions, signal)
        const { stream, summary } = await packingClient.exec({
          ...asked,
          query: `${asked.query} FORMAT JSONEachRow`,
          decompress_response_stream: false,
          clickhouse_settings: {
            ...asked.clickhouse_settings,
            readonly: '2',
            http_zlib_compression_level: packingLevel,
            buffer_size: String(packedTextBytes),
            output_format_parallel_formatting: 0,
          },
        })
        const bytes = Buffer.concat(await stream.toArray())
        return { rows: Number(summary?.result_rows), bytes }
      }),
    insert: (table, rows, { token } = {}) =>
      ask({}, async (signal) => {
        const buffer = Buffer.isBuffer(rows) ? rows : ndjson(rows)
        if (buffer.length === 0) return
        const { stream } = await client.exec({
          query: `INSERT INTO ${sql.identifier(table).text} FORMAT JSONEachRow`,
          values: Readable.from([buffer], { objectMode: false }),
          abort_signal: signal,
          ...(token !== undefined && {
            clickhouse_settings: { insert_deduplication_token: token },
          }),
        })
        await finished(stream.resume())
      }),
    insertStream: (statement, format, file, queryOptions = {}) =>
      ask(queryOptions, async (signal) => {
        const asked = request(statement, queryOptions, signal)
        const { stream } = await patient(queryOptions).exec({
          ...asked,
          query: `${asked.query} FORMAT ${format}`,
          values: file,
        })
        await finished(stream.resume())
      }),
    command: (statement, queryOptions = {}) => commandOn(statement, queryOptions),
    commandWhereRowsLie: async (statement, queryOptions = {}) => {
      if (nodes.length === 0) return commandOn(statement(sql.identifier), queryOptions)
      const local = statement((name) => sql.identifier(localName(name)))
      for (const node of nodes) await node.command(local, queryOptions)
    },
    check: async () => {
      try {
        await heartbeat.watch(() => client.command({ query: 'SELECT 1 FORMAT Null' }))
      } catch (error) {
        throw isRefused(error) ? unavailable(error) : error
      }
    },
    close: async () => {
      heartbeat.close()
      await Promise.all(
        [client, packingClient, ...patientClients.values(), ...nodes].map((each) => each.close()),
      )
    },
  }
}

function describe(url: string): string {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new ClickHouseUnavailable('The ClickHouse address is not an http:// address.')
  }
  if (!/^https?:$/.test(parsed.protocol)) {
    throw new ClickHouseUnavailable('The ClickHouse address is not an http:// address.')
  }
  const database = decodeURIComponent(parsed.pathname.slice(1)) || 'default'
  const user = decodeURIComponent(parsed.username) || 'default'
  return `ClickHouse at ${parsed.host} (database "${database}", user "${user}")`
}

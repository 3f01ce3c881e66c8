import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { isLostConnection } from './clickhouse-unavailable.ts'

/** Uses a new connection, as a new caller would. */
export const probe = async (url: string, milliseconds: number): Promise<void> => {
  const client = createClient({
    url,
    application: 'playhead probe',
    keep_alive: { enabled: false },
    request_timeout: milliseconds,
    log: { level: ClickHouseLogLevel.OFF },
  })
  try {
    await client.command({ query: 'SELECT 1 FORMAT Null' })
  } finally {
    await client.close()
  }
}

/** Resolves once the server has sent any response, even an error. */
export const ping = async (url: string, milliseconds: number): Promise<void> => {
  await probe(url, milliseconds).catch((error: unknown) => {
    if (isLostConnection(error)) throw error
  })
}

import { Client } from 'pg'

/** Over a connection of its own, as a new caller comes. */
export async function probe(url: string, milliseconds: number): Promise<void> {
  const connection = new Client({
    connectionString: url,
    application_name: 'playhead probe',
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  })
  connection.on('error', () => {})
  try {
    await connection.connect()
    await connection.query('SELECT 1')
  } finally {
    // A server that hangs does not answer a goodbye either.
    connection.end().catch(() => {})
  }
}

/** Resolves once the server has said anything, were it a refusal. */
export async function ping(url: string, milliseconds: number): Promise<void> {
  await probe(url, milliseconds).catch((error: unknown) => {
    if (!hasSpoken(error)) throw error
  })
}

/** Errors of the server carry its severity; those of the connection do not. */
function hasSpoken(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && typeof error.severity === 'string'
}

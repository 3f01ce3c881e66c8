import { Client } from 'pg'

/** Uses a new connection, as a new caller would. */
export const probe = async (url: string, milliseconds: number): Promise<void> => {
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
    // A hanging server does not answer the termination message either.
    connection.end().catch(() => {})
  }
}

/** Resolves once the server has sent any response, even an error. */
export const ping = async (url: string, milliseconds: number): Promise<void> => {
  await probe(url, milliseconds).catch((error: unknown) => {
    if (!hasSpoken(error)) throw error
  })
}

/** Server errors carry a severity; connection errors do not. */
function hasSpoken(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && typeof error.severity === 'string'
}

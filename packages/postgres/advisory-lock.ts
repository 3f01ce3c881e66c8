import { Client } from 'pg'

/** A connection of its own for long work, which no statement timeout cuts off. */
async function withClient<Result>(
  database: { readonly url: string },
  work: (connection: Client) => Promise<Result>,
): Promise<Result> {
  const connection = new Client({
    connectionString: database.url,
    application_name: 'playhead migrate',
    connectionTimeoutMillis: 5_000,
    options: '-c timezone=UTC',
  })
  connection.on('error', () => {})
  try {
    await connection.connect()
    return await work(connection)
  } finally {
    await connection.end().catch(() => {})
  }
}

/** One program of the installation at a time does the work; the lock ends with the program, however that ends. */
export async function withAdvisoryLock<Result>(
  database: { readonly url: string },
  name: string,
  work: (connection: Client) => Promise<Result>,
): Promise<Result> {
  return withClient(database, async (connection) => {
    await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
    return work(connection)
  })
}

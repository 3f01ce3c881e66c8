import { Client } from 'pg'

/** A separate connection for long work, without a statement timeout. */
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

/** Only one process of the installation does the work at a time; the lock ends with the process, even after a crash. */
export const withAdvisoryLock = async <Result>(
  database: { readonly url: string },
  name: string,
  work: (connection: Client) => Promise<Result>,
): Promise<Result> => {
  return withClient(database, async (connection) => {
    await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
    return work(connection)
  })
}

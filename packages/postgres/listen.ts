import { Client } from 'pg'

interface Listening {
  close(): Promise<void>
}

const retryMs = 2_000

/** What to do about a notice, by channel. The payload is empty where the notice has none, and after a connect. */
export type NoticeHandlers = Readonly<Record<string, (payload: string) => void>>

/**
 * Listens for NOTIFY over a separate connection. Notifications are lost while the connection is broken, so they only
 * shorten waiting: every handler is also called after each connect.
 */
export const listenToAll = (
  database: { readonly url: string },
  handlers: NoticeHandlers,
): Listening => {
  const channels = Object.keys(handlers)
  let isClosed = false
  let current: Client | undefined
  let retry: NodeJS.Timeout | undefined

  function connectLater(): void {
    if (isClosed || retry !== undefined) return
    retry = setTimeout(() => {
      retry = undefined
      void open()
    }, retryMs)
    retry.unref()
  }

  async function open(): Promise<void> {
    const connection = new Client({
      connectionString: database.url,
      application_name: 'playhead listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    const drop = (): void => {
      if (current === connection) current = undefined
      connection.end().catch(() => {})
      connectLater()
    }
    connection.on('error', drop)
    connection.on('end', drop)
    connection.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''))
    try {
      await connection.connect()
      for (const channel of channels)
        await connection.query(`LISTEN ${connection.escapeIdentifier(channel)}`)
      if (isClosed) return await connection.end()
      current = connection
      for (const channel of channels) handlers[channel]!('')
    } catch {
      drop()
    }
  }

  const opening = open()
  return {
    async close() {
      isClosed = true
      clearTimeout(retry)
      await opening
      await current?.end().catch(() => {})
    },
  }
}

/** For one channel. */
export const listenTo = (
  database: { readonly url: string },
  channel: string,
  onNotice: () => void,
): Listening => listenToAll(database, { [channel]: () => onNotice() })

import { createStore, useStore } from '../external-store.ts'

/**
 * Whether the server responds. `doubted`: a call or the socket failed in a way that may be the server's; it is asked
 * at once. `lost`: it did not respond then either, and is asked until it does.
 */
export type Connection = 'fine' | 'doubted' | 'lost'

export const connection = createStore<Connection>('fine')

export const useConnection = () => useStore(connection)

let heardAt: number | undefined

/** When the server last responded on this page. */
export const lastHeardMs = () => heardAt

export const noteResponse = () => {
  heardAt = Date.now()
  connection.set('fine')
}

export const doubtConnection = () => {
  if (connection.get() === 'fine') connection.set('doubted')
}

/** A proxy that cannot reach the server. The server itself sends 503, too, which is why it is asked. */
const isOfProxy = (status: number) => status >= 502 && status <= 504

export const noteStatus = (status: number) =>
  isOfProxy(status) ? doubtConnection() : noteResponse()

import type { ChannelServer } from '@playhead/channel/server/channel-server.ts'
import type { ChannelSession } from '@playhead/channel/server/channel-session.ts'
import { closeCodes } from '@playhead/channel/server/connection.ts'
import type { App } from '../app.ts'
import { listAccessPrints } from './access-prints.sql.ts'
import { coalesced } from './coalesced.ts'
import { resolveTopicAccess, type StartedTopic } from './resolve-topic-access.ts'
import { findCallerAgain, type SocketCaller } from './socket-caller.ts'

/** While the database is unavailable, sockets stay open for this long without a look. */
const blindMaxMs = 60_000

type Socket = ChannelSession<SocketCaller>

/** Ends what the callers of open sockets may no longer do. */
export class AccessWatch {
  readonly #app: App
  readonly #server: ChannelServer<SocketCaller>
  readonly #topics: readonly StartedTopic[]
  #lastLookAt = Date.now()
  /** Looks now. */
  readonly look = coalesced(() => this.#tryToLook())

  constructor(app: App, server: ChannelServer<SocketCaller>, topics: readonly StartedTopic[]) {
    this.#app = app
    this.#server = server
    this.#topics = topics
  }

  async #tryToLook() {
    try {
      await this.#lookOnce()
      this.#lastLookAt = Date.now()
    } catch (error) {
      this.#app.log.warn('the access of sockets could not be looked up', { error })
      if (Date.now() - this.#lastLookAt > blindMaxMs)
        for (const socket of this.#server.sessions)
          socket.close(closeCodes.goingAway, 'unavailable')
    }
  }

  async #lookOnce() {
    const sockets = [...this.#server.sessions]
    if (sockets.length === 0) return
    const ids = [...new Set(sockets.map(({ caller }) => caller.id))]
    const { postgres, clock } = this.#app
    const rows = await listAccessPrints(postgres, ids, clock.now())
    const prints = new Map(rows.map(({ id, print }) => [id, print]))
    const changed = sockets.filter((socket) => prints.get(socket.caller.id) !== socket.caller.print)
    for (const socket of changed)
      if (!prints.has(socket.caller.id)) socket.close(closeCodes.forbidden, 'access ended')
    for (const socket of changed) {
      const print = prints.get(socket.caller.id)
      if (print !== undefined) await this.#decideAgain(socket, print)
    }
  }

  async #decideAgain(socket: Socket, print: string) {
    const known = await findCallerAgain(this.#app, socket.caller)
    if (!known) return socket.close(closeCodes.forbidden, 'access ended')
    const joining = { ...socket.caller, caller: known }
    for (const name of socket.topics) {
      const decision = await resolveTopicAccess(this.#app, this.#topics, name, joining)
      if ('refused' in decision) socket.closeTopic(name)
      else socket.rejoinTopic(name)
    }
    // Only now: after a failure above, the next look decides again.
    socket.caller.print = print
    return undefined
  }
}

import type { Authenticated, ConnectRequest } from '@playhead/channel/server/channel-server.ts'
import type { App } from '../app.ts'
import type { AllowedHosts } from '../http/allowed-hosts.ts'
import { parseHost } from '../http/host-name.ts'
import { type Caller, isUuid, recogniseCaller } from '../identity/caller.ts'
import { findAccessToken, findSessionById } from '../identity/identity.sql.ts'
import { findAccessPrint } from './access-prints.sql.ts'

export type KnownCaller = Exclude<Caller, { kind: 'nobody' }>

/** The id of a session or an access token. */
interface CallerId {
  kind: KnownCaller['kind']
  id: string
}

interface ConnectedFrom {
  ip: string
  /** Flags that staff override on this connection, as their cookie holds them. RTCH-027 */
  overrides: string | undefined
}

/** A caller whose row has just been read. */
export interface JoiningCaller extends ConnectedFrom {
  caller: KnownCaller
}

/**
 * The owner of a socket. Its row is read for each join and whenever access may have changed: thousands of sockets
 * would keep thousands of rows.
 */
export interface SocketCaller extends ConnectedFrom, CallerId {
  /** Changes with everything that decides about access. */
  print: string
}

const nobody: Caller = { kind: 'nobody' }

const idOf = (caller: KnownCaller) =>
  caller.kind === 'person' ? caller.session.id : caller.token.id

/** The row of a caller who was recognised earlier; undefined once it is gone. */
export const findCallerAgain = async (
  { postgres, clock }: App,
  { kind, id }: CallerId,
): Promise<KnownCaller | undefined> => {
  if (kind === 'person') {
    const session = await findSessionById(postgres, id, clock.now())
    return session && { kind, session }
  }
  const token = await findAccessToken(postgres, id, clock.now())
  return token && { kind, token }
}

const personOfToken = async ({ vault, postgres, clock }: App, token: string): Promise<Caller> => {
  const id = vault.verify('session-socket', token, clock.now())?.['session_id']
  if (typeof id !== 'string' || !isUuid(id)) return nobody
  const session = await findSessionById(postgres, id, clock.now())
  return session && !session.disabled_at ? { kind: 'person', session } : nobody
}

/** The Basic authentication of a program, else the token of the session response. No cookie is read. RTCH-025 */
const recognise = (app: App, { authorization, token, ip }: ConnectRequest): Promise<Caller> => {
  if (authorization) return recogniseCaller(app, { authorization, cookies: {}, ip })
  return token === undefined ? Promise.resolve(nobody) : personOfToken(app, token)
}

const isTrusted = ({ host, origin }: ConnectRequest, hosts: AllowedHosts) => {
  const name = host === undefined ? undefined : parseHost(host)
  return name !== undefined && hosts.answers(name) && (!origin || hosts.trusts(origin))
}

export const authenticateSocket = async (
  app: App,
  hosts: AllowedHosts,
  request: ConnectRequest,
): Promise<Authenticated<SocketCaller>> => {
  if (!isTrusted(request, hosts)) return { refused: { status: 403 } }
  const caller = await recognise(app, request)
  if (caller.kind === 'nobody') return { refused: { status: 403 } }
  // The print comes first: what changes between the two look-ups changes the print.
  const id = idOf(caller)
  const print = await findAccessPrint(app.postgres, id, app.clock.now())
  const known = await findCallerAgain(app, { kind: caller.kind, id })
  if (print === undefined || !known) return { refused: { status: 403 } }
  return {
    caller: {
      ip: request.ip,
      kind: caller.kind,
      id,
      overrides: request.params.get('overrides') ?? undefined,
      print,
    },
    owner: { kind: 'session', id },
  }
}

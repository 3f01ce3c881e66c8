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

/** The token names the session; whether it still exists is read with its print. */
const sessionOfToken = ({ vault, clock }: App, token: string): CallerId | undefined => {
  const id = vault.verify('session-socket', token, clock.now())?.['session_id']
  return typeof id === 'string' && isUuid(id) ? { kind: 'person', id } : undefined
}

/** The Basic authentication of a program, else the token of the session response. No cookie is read. RTCH-025 */
const recognise = async (
  app: App,
  { authorization, token, ip }: ConnectRequest,
): Promise<CallerId | undefined> => {
  if (!authorization) return token === undefined ? undefined : sessionOfToken(app, token)
  const caller = await recogniseCaller(app, { authorization, cookies: {}, ip })
  return caller.kind === 'nobody' ? undefined : { kind: caller.kind, id: idOf(caller) }
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
  if (!caller) return { refused: { status: 403 } }
  const { kind, id } = caller
  // The print comes first: what changes between the two look-ups changes the print.
  const print = await findAccessPrint(app.postgres, id, app.clock.now())
  const known = await findCallerAgain(app, caller)
  if (print === undefined || !known) return { refused: { status: 403 } }
  return {
    caller: {
      ip: request.ip,
      kind,
      id,
      overrides: request.params.get('overrides') ?? undefined,
      print,
    },
    owner: { kind: 'session', id },
  }
}

import type { z } from 'zod/mini'
import type { Scope } from '@playhead/domain/scopes.ts'

/**
 * An endpoint is data: the server's route, the browser's typed call and the API reference are
 * derived from it. Names are snake_case because the wire is the truth (docs/adr/0003).
 * Contracts use zod/mini, and the browser gets only the shapes of their schemas (docs/adr/0018).
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Access =
  /** Open to everyone; `why` is required, because every other endpoint is closed. */
  | { kind: 'anyone'; why: string }
  /** A signed-in person, in any organization. */
  | { kind: 'user' }
  /** A signed-in member of the organization named by X-Organization-Id. */
  | { kind: 'organization'; admin: boolean }
  /** An access token of the environment, or a signed-in member who has access to it. */
  | { kind: 'environment'; scope: Scope | 'any'; admin: boolean }
  /** Any valid access token. */
  | { kind: 'token' }
  /** Internal staff of the operator. */
  | { kind: 'staff' }

export type AnySchema = z.ZodMiniType

export interface Endpoint<
  Params extends AnySchema = AnySchema,
  Query extends AnySchema = AnySchema,
  Body extends AnySchema = AnySchema,
  Returns extends AnySchema = AnySchema,
  A extends Access = Access,
> {
  readonly method: Method
  /** Parameters are written `:name`. */
  readonly path: string
  readonly access: A
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly returns: Returns
  readonly status: 200 | 201 | 204
  /** A question that needs a body: it changes nothing, so it is also answered where nothing may be changed. */
  readonly asks: boolean
  /** Part of paying what is owed: also allowed in a cancelled organization, and in read-only mode. */
  readonly pays: boolean
  /** The media type of the file that is sent instead of JSON. */
  readonly file: string | undefined
  /** The name of the CSV file that clients get when they accept text/csv. */
  readonly csv: string | undefined
}

export type Endpoints = Record<string, Endpoint>

export const anyone = (why: string) => ({ kind: 'anyone', why }) as const
export const signedIn = { kind: 'user' } as const
export const member = { kind: 'organization', admin: false } as const
export const admin = { kind: 'organization', admin: true } as const
export const anyToken = { kind: 'token' } as const
export const staff = { kind: 'staff' } as const
export const scoped = (scope: Scope, options: { admin?: boolean } = {}) =>
  ({ kind: 'environment', scope, admin: options.admin ?? false }) as const
/** Access tokens of the environment with any permission, for what belongs to several products; members as usual. */
export const scopedToAny = { kind: 'environment', scope: 'any', admin: false } as const
